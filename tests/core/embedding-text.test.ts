import { expect, it } from 'vitest';
import { embeddingText } from '../../src/core/passages/embedding-text';

const passage = { headings: [], header: [], text: 'Ninety days.' };

it('puts title and headings before the text, the title once', () => {
  const headings = ['Lease', 'Termination'];
  expect(embeddingText('Lease', { ...passage, headings })).toBe('Lease. Termination\nNinety days.');
});

it('names the columns of a table', () => {
  expect(embeddingText('Prices', { ...passage, header: ['Item', 'Price'], text: 'Tea | 3' })).toBe(
    'Prices\nItem | Price\nTea | 3',
  );
});

it('leaves room for the text below long headings, and is the text alone without any', () => {
  const headings = ['x'.repeat(500)];
  expect(embeddingText('', { ...passage, headings })).toBe(`${'x'.repeat(120)}\nNinety days.`);
  expect(embeddingText(' ', passage)).toBe('Ninety days.');
});
