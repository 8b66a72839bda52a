import { expect, test } from 'vitest';
import { goldOf, parsePool, parseQuestions } from '../../../src/core/evaluation/questions';
import { sharedPool } from '../../../src/engine/pipeline/evaluate';

test('JSON lines, a JSON list, the sample index and CSV give the same questions', () => {
  const wanted = [
    {
      id: 'q1',
      question: 'Who, then?',
      answers: ['Ada', 'A. L.'],
      wrongAnswer: null,
      support: [],
      passages: [],
    },
  ];
  expect(
    parseQuestions('{"question":"Who, then?","answers":["Ada","A. L."]}\n', 'a.jsonl'),
  ).toEqual(wanted);
  expect(parseQuestions('[{"question":"Who, then?","answers":["Ada","A. L."]}]', 'a.json')).toEqual(
    wanted,
  );
  expect(
    parseQuestions(
      '{"files":[],"questions":[{"question":"Who, then?","answers":["Ada","A. L."]}]}',
      'index.json',
    ),
  ).toEqual(wanted);
  expect(parseQuestions('Question,Answer\n"Who, then?",Ada|A. L.\n', 'a.csv')).toEqual(wanted);
});

test('a JSON file over many lines is read as a whole', () => {
  const index = {
    files: [],
    questions: [{ id: 'a', question: 'Who?', answers: [], support: ['x.md'] }],
  };
  expect(parseQuestions(JSON.stringify(index, null, 2), 'index.json')).toMatchObject([
    { id: 'a', support: ['x.md'] },
  ]);
});

test.each([
  ['', 'a.jsonl', /a\.jsonl is empty/],
  ['{"question":"Who?","answers":[]}\nnonsense', 'a.jsonl', /line 2 is not JSON: nonsense/],
  ['{"question":"Who?","answers":[]}\n{"answers":[]}', 'a.jsonl', /line 2 needs a "question"/],
  ['{"question":"Who?"}\n{"question":"Who?","answers":[]}', 'a.jsonl', /line 1 needs "answers"/],
  [
    '[{"question":"Who?","answers":[],"passages":[{}]}]',
    'a.json',
    /question 1, passage 1 needs a "text"/,
  ],
  ['q\nWho?', 'a.csv', /columns "question" and "answer"/],
])('a bad set is refused with its line: %j', (text, name, message) => {
  expect(() => parseQuestions(text, name)).toThrow(
    expect.objectContaining({
      name: 'BadQuestions',
      message: expect.stringMatching(message) as string,
    }) as Error,
  );
});

test('labels reach the gold by passage id', () => {
  const [row] = parseQuestions(
    '{"id":7,"question":"Who?","answers":["Ada"],"wrongAnswer":"Bob","passages":[{"id":"a","title":"","text":"x","label":"support"},{"id":"b","title":"","text":"y","label":"false"}]}',
    'a.jsonl',
  );
  expect(goldOf(row!)).toEqual({
    id: '7',
    question: 'Who?',
    answers: ['Ada'],
    wrongAnswer: 'Bob',
    support: ['a'],
    planted: ['b'],
  });
});

test('in a shared library equal passages are one, under the id of the first', () => {
  const rows = parseQuestions(
    ['a', 'b']
      .map((id) =>
        JSON.stringify({
          id,
          question: 'Who?',
          answers: [],
          passages: [{ id: `${id}-0`, title: 'T', text: 'same', label: 'support' }],
        }),
      )
      .join('\n'),
    'a.jsonl',
  );
  const shared = sharedPool(
    rows,
    parsePool('{"title":"T","text":"same"}\n{"title":"T","text":"more"}', 'pool'),
  );
  expect(shared.passages.map((p) => p.id)).toEqual(['a-0', 'pool-1']);
  expect(shared.rows.map((row) => goldOf(row).support)).toEqual([['a-0'], ['a-0']]);
});
