import { describe, expect, it } from 'vitest';
import { modes } from '../../src/core/evaluation/modes';
import type { Scores } from '../../src/core/evaluation/metrics';
import {
  differencesOf,
  summarizeLines,
  type ModeReport,
  type QuestionLine,
} from '../../src/core/evaluation/report';
import { defaultSettings } from '../../src/core/settings';
import { chartGroups, differenceRows, metricRows } from '../../src/ui/evaluation/metric-rows';
import { modeChoices, preparationOf } from '../../src/ui/evaluation/mode-names';
import {
  filterResults,
  outcomeOf,
  questionResults,
} from '../../src/ui/evaluation/question-results';
import {
  describeSet,
  readQuestionFile,
  readSampleQuestions,
} from '../../src/ui/evaluation/question-set';

const nothing: Scores = {
  em: null,
  f1: null,
  accuracy: null,
  misled: null,
  abstainedRight: null,
  abstainedWrong: null,
  citationPrecision: null,
  citationRecall: null,
  contradictionRate: null,
  recallAt: { '2': null, '5': null, '10': null, '20': null },
  recallAt500: null,
  fpAt5: null,
  contextTokens: null,
  nliCalls: null,
  ms: null,
};

const line = (id: string, scores: Partial<Scores>, rest: Partial<QuestionLine> = {}) =>
  ({
    id,
    question: `Question ${id}?`,
    golds: ['gold'],
    wrongAnswer: null,
    answer: 'gold',
    kind: 'answered',
    confidence: 0.5,
    sentences: [],
    citations: [],
    conflict: [],
    flags: [],
    stages: {},
    scores: { ...nothing, ...scores },
    ...rest,
  }) satisfies QuestionLine;

const report = (questions: readonly QuestionLine[]): ModeReport => ({
  settings: defaultSettings,
  metrics: summarizeLines(questions, 1),
  stages: {},
  questions,
});

const right = line('a', { accuracy: 1, misled: 0, abstainedWrong: 0, ms: 1500 });
const misled = line('a', { accuracy: 0, misled: 1, abstainedWrong: 0, ms: 20 });
const silent = line('b', { accuracy: 0, abstainedWrong: 1 }, { kind: 'abstained', answer: '' });

describe('the questions of an evaluation', () => {
  it('come from CSV, with several answers and none', () => {
    const set = readQuestionFile('question,answer\nWho?,Ann|Anna\nWhy?,\n', 'own.csv');
    expect(set.questions.map(({ question, answers }) => [question, answers])).toEqual([
      ['Who?', ['Ann', 'Anna']],
      ['Why?', []],
    ]);
    expect(describeSet(set)).toBe(
      '2 questions, 1 of them without an expected answer: right is to say so',
    );
  });

  it('come from JSON lines; passages are named as not used', () => {
    const text = [
      { id: 'x', question: 'Who?', answers: ['Ann'], passages: [{ text: 'Ann did.' }] },
      { id: 'x', question: 'When?', answers: ['1900'] },
    ];
    const set = readQuestionFile(text.map((row) => JSON.stringify(row)).join('\n'), 'own.jsonl');
    expect(set.questions.map(({ id }) => id)).toEqual(['x', 'x-2']);
    expect(set.questions[0]).not.toHaveProperty('passages');
    expect(set.notes).toEqual([
      '1 question of this file brings passages. They are not used: questions are asked of your library.',
    ]);
  });

  it('say what is wrong with a file', () => {
    expect(() => readQuestionFile('name,age\nAnn,3', 'people.csv')).toThrow(
      'people.csv needs the columns "question" and "answer" in its first line.',
    );
    expect(() => readQuestionFile('', 'empty.json')).toThrow('empty.json is empty');
  });

  it('of the sample leave follow-ups out, and say so', () => {
    const rows = [
      { id: 'a', question: 'Who?', answers: ['Ann'], after: null },
      { id: 'b', question: 'When did she?', answers: ['1900'], after: 'a' },
    ];
    const set = readSampleQuestions(rows);
    expect(set.questions.map(({ id }) => id)).toEqual(['a']);
    expect(set.notes).toEqual(['1 follow-up left out: here every question is asked on its own.']);
  });
});

describe('the modes of an evaluation', () => {
  it('all have a meaning in one line', () => {
    expect(modeChoices.map(({ name }) => name)).toEqual(Object.keys(modes));
    for (const { name, meaning } of modeChoices) expect(meaning, name).toMatch(/^.{10,80}\.$/);
  });

  it('say what must be known before: nothing for plain, everything for full', () => {
    expect(preparationOf(['plain'])).toEqual({ relations: false, facts: false });
    expect(preparationOf(['plain', 'trust'])).toEqual({ relations: true, facts: false });
    expect(preparationOf(['plain', 'full'])).toEqual({ relations: true, facts: true });
    expect(preparationOf([])).toEqual({ relations: false, facts: false });
  });
});

describe('the figures of an evaluation', () => {
  it('are rows of metrics with a cell for each mode, and only what some mode has', () => {
    const rows = metricRows({ plain: report([misled]), full: report([right]) });
    expect(rows.map(({ key }) => key)).toEqual([
      'accuracy',
      'misled',
      'abstainedWrong',
      'msMedian',
      'msP95',
    ]);
    expect(rows[0]!.cells).toEqual([
      { mode: 'plain', value: '0.0 %', interval: '0.0–0.0', n: 1 },
      { mode: 'full', value: '100.0 %', interval: '100.0–100.0', n: 1 },
    ]);
    expect(rows[3]!.cells.map(({ value, interval }) => [value, interval])).toEqual([
      ['20 ms', null],
      ['1.5 s', null],
    ]);
  });

  it('show a dash where one mode lacks a metric', () => {
    const rows = metricRows({ plain: report([silent]), full: report([right]) });
    expect(rows.find(({ key }) => key === 'misled')!.cells[0]).toEqual({
      mode: 'plain',
      value: '–',
      interval: null,
      n: 0,
    });
  });

  it('are drawn for accuracy, misled and wrongly silent', () => {
    const groups = chartGroups({ plain: report([misled]), full: report([right]) });
    expect(groups.map(({ key, bars }) => [key, bars.map(({ metric }) => metric.value)])).toEqual([
      ['accuracy', [0, 1]],
      ['misled', [1, 0]],
      ['abstainedWrong', [0, 0]],
    ]);
    expect(chartGroups({})).toEqual([]);
  });

  it('differ clearly when the interval leaves out zero', () => {
    const rows = differenceRows(differencesOf({ plain: [misled], full: [right] }, 1));
    expect(rows.map(({ pair, label, text, clear }) => [pair, label, text, clear])).toEqual([
      ['plain → full', 'Accuracy', '+100.0 points (+100.0 to +100.0)', true],
      ['plain → full', 'Misled', '−100.0 points (−100.0 to −100.0)', true],
      ['plain → full', 'Wrongly silent', '0.0 points (0.0 to 0.0)', false],
    ]);
  });
});

describe('a question of an evaluation', () => {
  it('is right, misled, wrong or wrongly silent', () => {
    expect(outcomeOf(right)).toBe('right');
    expect(outcomeOf(misled)).toBe('misled');
    expect(outcomeOf(line('a', { accuracy: 0, misled: 0 }))).toBe('wrong');
    expect(outcomeOf(silent)).toBe('wrongly-silent');
  });

  it('without an answer in the documents is right in silence alone', () => {
    expect(outcomeOf({ ...silent, golds: [] })).toBe('rightly-silent');
    expect(outcomeOf({ ...right, golds: [] })).toBe('wrong');
  });

  it('is found by its mistakes, and by modes that differ', () => {
    const other = line('c', { accuracy: 1 });
    const results = questionResults({
      plain: report([misled, silent, other]),
      full: report([right, silent, other]),
    });
    const ids = (filter: Parameters<typeof filterResults>[1]) =>
      filterResults(results, filter).map(({ id }) => id);
    expect(ids('all')).toEqual(['a', 'b', 'c']);
    expect(ids('wrong')).toEqual(['a', 'b']);
    expect(ids('differ')).toEqual(['a']);
    expect(questionResults({})).toEqual([]);
  });
});
