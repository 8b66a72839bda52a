import { describe, expect, test } from 'vitest';
import { askTable } from '../../../src/core/answer/table-question';
import type { Table } from '../../../src/core/types';

const table: Table = {
  start: 0,
  end: 100,
  header: ['Vessel', 'Zone', 'Crew', 'Cost (EUR)', 'Note'],
  rows: [
    ['Fulmar', 'north', '4', '1,200', ''],
    ['Tern', 'south', '2', '300', 'old'],
    ['Petrel', 'north', '3', '950', ''],
    ['Auk', 'south', '2', 'unknown', ''],
  ],
  rowSpans: [
    [0, 10],
    [10, 20],
    [20, 30],
    [30, 40],
  ],
};
const ask = (question: string) => {
  const result = askTable(table, question);
  return result && 'answer' in result ? [result.answer, result.rows] : result;
};

describe('what a table can be asked', () => {
  test('how many rows, of all and of a part', () => {
    expect(ask('How many rows does the list have?')).toEqual(['4', [0, 1, 2, 3]]);
    expect(ask('How many vessels are in the north zone?')).toEqual(['2', [0, 2]]);
  });
  test('totals and means', () => {
    expect(ask('What is the total crew?')).toEqual(['11', [0, 1, 2, 3]]);
    expect(ask('What is the average crew in the north?')).toEqual(['3.5', [0, 2]]);
  });
  test('the highest and lowest, as row or as value', () => {
    expect(ask('Which vessel has the highest crew?')).toEqual(['Fulmar', [0]]);
    expect(ask('What is the highest cost?')).toEqual(['1,200', [0]]);
  });
  test('one cell', () => expect(ask('In which zone is the Tern?')).toEqual(['south', [1]]));
});

describe('what it refuses or leaves alone', () => {
  test('a total over a cell that is no number', () =>
    expect(ask('What is the total cost?')).toEqual({
      refused: '1 cells of "Cost (EUR)" are no numbers, so a total would be wrong.',
    }));
  test('a tie', () =>
    expect(ask('Which vessel has the lowest crew?')).toEqual({
      refused: '2 rows share the lowest Crew.',
    }));
  test('a count of something that is no row', () =>
    expect(ask('How many beds does the Fulmar have?')).toBeNull());
  test('a question about something else', () => {
    expect(ask('Who founded the station?')).toBeNull();
    expect(askTable({ ...table, header: [] }, 'How many rows?')).toBeNull();
  });
});
