import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseCsv } from '../../src/core/documents/csv';
import {
  columnCells,
  columnNumbers,
  filterRows,
  findColumn,
  parseNumber,
  rowCount,
  summarise,
} from '../../src/core/documents/table';

const table = parseCsv(
  'Region,Unit Price ($),unitsSold,Since\nNorth,"$1,234.50",3,2020-01-02\nSouth,(20.25),-,2021-05-06\nnorth ,0.1,many,\nWest,,40%,2020-02-03\n',
).tables[0]!;

describe('numbers in cells', () => {
  it.each([
    ['1,234.5', 1234.5],
    ['1,234', 1234],
    ['1.234', 1.234],
    ['1.234,50', 1234.5],
    ['1.234.567', 1234567],
    ['3,5', 3.5],
    ['$ 12', 12],
    ['-$5', -5],
    ['($3.50)', -3.5],
    ['$(1,100)', -1100],
    ['(12)%', -12],
    ['45 %', 45],
    ['€ 1 234,50', 1234.5],
    ['12 EUR', 12],
    ['−7', -7],
    ['+7', 7],
    ['3.2e5', 320000],
    ['.5', 0.5],
    ['17,81,841', 1781841],
    ['', null],
    ['-', null],
    ['n/a', null],
    ['12 apples', null],
    ['2020-01-02', null],
    ['1,23,4', null],
    ['1e', null],
  ])('%j is %j', (cell, value) => {
    expect(parseNumber(cell)).toBe(value);
  });
  it('are read back as they were written', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -1e9, max: 1e9 }),
        fc.integer({ min: 0, max: 99 }),
        (whole, cents) => {
          const value = Number(`${whole}.${String(cents).padStart(2, '0')}`);
          expect(parseNumber(value.toLocaleString('en-US', { minimumFractionDigits: 2 }))).toBe(
            value === 0 ? 0 : value,
          );
        },
      ),
    );
  });
});

describe('columns', () => {
  it.each([
    ['region', 0],
    ['Regions', 0],
    ['unit price', 1],
    ['units sold', 2],
    ['UNITSSOLD', 2],
    ['since', 3],
    ['sinse', 3],
    ['units', null],
    ['', null],
    ['colour', null],
  ])('%j is column %j', (name, column) => {
    expect(findColumn(table, name)).toBe(column);
  });
  it('are counted, filtered and summed exactly', () => {
    expect(rowCount(table)).toBe(4);
    expect(columnCells(table, 0)).toEqual(['North', 'South', 'north', 'West']);
    expect(filterRows(table, 0, 'NORTH')).toEqual([0, 2]);
    expect(filterRows(table, 1, '1234.5')).toEqual([0]);
    expect(filterRows(table, 0, 'East')).toEqual([]);
    const prices = summarise(table, 1)!;
    expect(prices).toMatchObject({
      sum: 1214.35,
      min: -20.25,
      max: 1234.5,
      minRow: 1,
      maxRow: 0,
      empty: 1,
      unreadable: 0,
    });
    expect(columnNumbers(table, 2)).toEqual({
      values: [3, 40],
      rows: [0, 3],
      empty: 1,
      unreadable: 1,
    });
    expect(summarise(table, 1, filterRows(table, 0, 'north'))!.sum).toBe(1234.6);
    expect(summarise(table, 3)).toBeNull();
  });
  it('sum without the noise of binary fractions', () => {
    const cents = parseCsv('a,b\nx,0.1\ny,0.2\nz,0.3\n').tables[0]!;
    expect(summarise(cents, 1)!.sum).toBe(0.6);
  });
  it('of an empty table are nothing', () => {
    const empty = { ...table, rows: [], rowSpans: [] };
    expect(rowCount(empty)).toBe(0);
    expect(summarise(empty, 1)).toBeNull();
    expect(filterRows(empty, 0, 'x')).toEqual([]);
  });
});
