/** How long a panel may take to be loaded before the wish for its focus is forgotten. */
const patienceMs = 5000;

/** Puts the cursor into the question, also when its panel is only about to be loaded and drawn. */
export function focusQuestion(): void {
  const until = performance.now() + patienceMs;
  const attempt = () => {
    const box = document.querySelector<HTMLTextAreaElement>('[data-testid="question"]');
    if (box) box.focus();
    else if (performance.now() < until) requestAnimationFrame(attempt);
  };
  attempt();
}
