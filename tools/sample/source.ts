/** A heading or a paragraph of a source text. */
export interface Block {
  readonly kind: 'heading' | 'paragraph';
  readonly text: string;
}

export interface Source {
  readonly title: string;
  readonly blocks: readonly Block[];
}

/** Reads the Markdown subset of `sources/`: one `#` title, `##` headings, paragraphs between blank lines. */
export function readSource(markdown: string): Source {
  const parts = markdown.trim().split(/\n\s*\n/);
  const title = /^# (.+)$/.exec(parts[0] ?? '')?.[1];
  if (!title) throw new Error('A source must begin with "# Title".');
  const blocks = parts.slice(1).map((part): Block => {
    const heading = /^## (.+)$/.exec(part)?.[1];
    return heading
      ? { kind: 'heading', text: heading }
      : { kind: 'paragraph', text: part.replace(/\s*\n\s*/g, ' ') };
  });
  return { title, blocks };
}
