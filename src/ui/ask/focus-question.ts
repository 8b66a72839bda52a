/** Puts the cursor into the question, also when its panel is only about to be drawn. */
export function focusQuestion(): void {
  let frames = 30;
  const attempt = () => {
    const box = document.querySelector<HTMLTextAreaElement>('[data-testid="question"]');
    if (box) box.focus();
    else if (--frames > 0) requestAnimationFrame(attempt);
  };
  attempt();
}
