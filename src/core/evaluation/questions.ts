import Papa from 'papaparse';
import { failure } from '../errors';
import type { Gold } from './metrics';

export interface QuestionPassage {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly label: string;
}

/** A row of a question set; the format of the public sets and of a person's own questions. */
export interface QuestionRow {
  readonly id: string;
  readonly question: string;
  /** Empty: not answerable. */
  readonly answers: readonly string[];
  readonly wrongAnswer: string | null;
  /** Paths of documents that hold the answer, of sets over a library. */
  readonly support: readonly string[];
  readonly passages: readonly QuestionPassage[];
}

/**
 * Reads a question set: JSON lines, a JSON array, `{ "questions": [...] }`, or CSV with the columns
 * question and answer(s; several separated by "|").
 * @throws BadQuestions naming the line and what is wrong with it
 */
export function parseQuestions(text: string, name: string): QuestionRow[] {
  const body = text.replace(/^\uFEFF/, '').trim();
  if (body === '') throw failure('BadQuestions', `${name} is empty: expected one question a line.`);
  if (/\.csv$/i.test(name)) return parseCsv(body, name);
  const whole = tryJson(body);
  const list = Array.isArray(whole) ? whole : questionsOf(whole);
  if (list) return list.map((value, i) => readRow(value, `${name}, question ${i + 1}`, i));
  return body.split('\n').flatMap((line, i) => {
    if (line.trim() === '') return [];
    const value = tryJson(line);
    if (value === undefined)
      throw failure('BadQuestions', `${name}, line ${i + 1} is not JSON: ${line.slice(0, 60)}`);
    return [readRow(value, `${name}, line ${i + 1}`, i)];
  });
}

/** Passages of a pool file: `{"title","text"}` a line. @throws BadQuestions */
export function parsePool(text: string, name: string): QuestionPassage[] {
  return text
    .trim()
    .split('\n')
    .flatMap((line, i) => {
      if (line.trim() === '') return [];
      const value = tryJson(line) as Record<string, unknown> | undefined;
      if (!value || typeof value.text !== 'string')
        throw failure('BadQuestions', `${name}, line ${i + 1} needs a "text".`);
      const title = typeof value.title === 'string' ? value.title : '';
      return [{ id: `pool-${i}`, title, text: value.text, label: 'other' }];
    });
}

/** The labels of a row, for the metrics alone. */
export function goldOf(row: QuestionRow): Gold {
  const ids = (label: string) => row.passages.filter((p) => p.label === label).map((p) => p.id);
  return {
    id: row.id,
    question: row.question,
    answers: row.answers,
    wrongAnswer: row.wrongAnswer,
    support: row.support.length > 0 ? row.support : ids('support'),
    planted: ids('false'),
  };
}

function tryJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function questionsOf(value: unknown): unknown[] | null {
  if (typeof value !== 'object' || value === null) return null;
  const { questions } = value as { questions?: unknown };
  return Array.isArray(questions) ? questions : 'question' in value ? [value] : null;
}

function readRow(value: unknown, where: string, index: number): QuestionRow {
  const row = value as Record<string, unknown>;
  if (
    typeof value !== 'object' ||
    value === null ||
    typeof row.question !== 'string' ||
    row.question.trim() === ''
  )
    throw failure('BadQuestions', `${where} needs a "question".`);
  const answers = row.answers ?? (row.answer === undefined ? undefined : [row.answer]);
  if (!Array.isArray(answers) || answers.some((a) => typeof a !== 'string'))
    throw failure(
      'BadQuestions',
      `${where} needs "answers": a list of texts, empty when not answerable.`,
    );
  const passages = row.passages ?? [];
  if (!Array.isArray(passages))
    throw failure('BadQuestions', `${where}: "passages" must be a list.`);
  const support = row.support ?? [];
  return {
    id: typeof row.id === 'string' || typeof row.id === 'number' ? String(row.id) : `q${index + 1}`,
    question: row.question,
    answers: answers as string[],
    wrongAnswer: typeof row.wrongAnswer === 'string' ? row.wrongAnswer : null,
    support: Array.isArray(support)
      ? support.filter((s): s is string => typeof s === 'string')
      : [],
    passages: passages.map((p: unknown, i) =>
      readPassage(p, `${where}, passage ${i + 1}`, index, i),
    ),
  };
}

function readPassage(value: unknown, where: string, row: number, index: number): QuestionPassage {
  const passage = value as Record<string, unknown>;
  if (typeof value !== 'object' || value === null || typeof passage.text !== 'string')
    throw failure('BadQuestions', `${where} needs a "text".`);
  return {
    id: typeof passage.id === 'string' ? passage.id : `q${row + 1}-${index}`,
    title: typeof passage.title === 'string' ? passage.title : '',
    text: passage.text,
    label: typeof passage.label === 'string' ? passage.label : 'other',
  };
}

function parseCsv(text: string, name: string): QuestionRow[] {
  const rows = Papa.parse<string[]>(text, { skipEmptyLines: 'greedy' }).data;
  const header = (rows[0] ?? []).map((cell) => cell.trim().toLowerCase());
  const at = (names: readonly string[]) => header.findIndex((cell) => names.includes(cell));
  const question = at(['question', 'q']);
  const answer = at(['answer', 'answers', 'a']);
  const wrong = at(['wronganswer', 'wrong answer', 'wrong']);
  if (question < 0 || answer < 0)
    throw failure(
      'BadQuestions',
      `${name} needs the columns "question" and "answer" in its first line.`,
    );
  return rows.slice(1).map((cells, i) =>
    readRow(
      {
        question: cells[question] ?? '',
        answers: (cells[answer] ?? '')
          .split('|')
          .map((a) => a.trim())
          .filter(Boolean),
        wrongAnswer: wrong >= 0 && cells[wrong]?.trim() ? cells[wrong] : null,
      },
      `${name}, line ${i + 2}`,
      i,
    ),
  );
}
