import { fold } from '../passages/terms';
import type { Fact } from './tell';

/** A line of a model's reply that was not believed. */
export interface Rejected {
  readonly line: string;
  readonly why: string;
}

/**
 * Reads a model's triples strictly: one `<head; relation; tail>` a line, nothing else on it but a
 * list mark; three parts, none empty, none too long; head and tail must stand in the text. What
 * fails is returned with the reason, so that it can be counted and shown.
 */
export function readReply(
  reply: string,
  text: string,
): { readonly facts: readonly Fact[]; readonly rejected: readonly Rejected[] } {
  const facts: Fact[] = [];
  const rejected: Rejected[] = [];
  const known = ` ${plain(text)} `;
  const seen = new Set<string>();
  for (const raw of reply.split('\n')) {
    const line = raw.trim();
    if (line === '') continue;
    const read = readLine(line, known);
    if (typeof read === 'string') rejected.push({ line, why: read });
    else {
      const key = plain(`${read.head} ${read.relation} ${read.tail}`);
      if (!seen.has(key)) facts.push(read);
      seen.add(key);
    }
  }
  return { facts, rejected };
}

/** A fact, or why there is none. */
function readLine(line: string, known: string): Fact | string {
  const body = /^(?:[-*•]|\d+[.)])?\s*<([^<>]+)>[.,;]?$/.exec(line)?.[1];
  if (body === undefined) return 'not of the form <head; relation; tail>';
  const parts = body.split(';').map((part) => part.trim());
  if (parts.length !== 3) return `${parts.length} parts instead of 3`;
  const [head, relation, tail] = parts as [string, string, string];
  if (!head || !relation || !tail) return 'an empty part';
  if (parts.some((part) => part.length > longest))
    return `a part longer than ${longest} characters`;
  if (plain(head) === plain(tail)) return 'head and tail are the same';
  for (const part of [head, tail])
    if (plain(part) === '' || !known.includes(` ${plain(part)} `))
      return `"${part}" does not stand in the text`;
  return { head, relation, tail, negated: /\b(?:not|never|no)\b|n['’]t\b/i.test(relation) };
}

const longest = 120;
const plain = (text: string): string =>
  fold(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
