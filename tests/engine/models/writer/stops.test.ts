import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createStopFilter, goesRound } from '../../../../src/engine/models/writer/stops';

function through(pieces: readonly string[], stops: readonly string[]) {
  const filter = createStopFilter(stops);
  let out = '';
  for (const piece of pieces) out += filter.push(piece);
  return { out: out + filter.end(), stopped: filter.stopped };
}

describe('stop strings', () => {
  it('end the text where they begin, also when they come in pieces', () => {
    expect(through(['one\n', '\nTi', 'tle: x'], ['\nTitle:'])).toEqual({
      out: 'one\n',
      stopped: true,
    });
  });

  it('are not shown in part and taken back', () => {
    const filter = createStopFilter(['###']);
    expect(filter.push('a#')).toBe('a');
    expect(filter.push('#')).toBe('');
    expect(filter.push('b')).toBe('##b');
    expect(filter.push('##')).toBe('');
    expect(filter.end()).toBe('##');
  });

  it('of one string, whatever the pieces, give the text before its first place', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 4 })),
        fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 1, maxLength: 3 }),
        (pieces, stop) => {
          const text = pieces.join('');
          const at = text.indexOf(stop);
          expect(through(pieces, [stop])).toEqual({
            out: at < 0 ? text : text.slice(0, at),
            stopped: at >= 0,
          });
        },
      ),
    );
  });

  it('that are none, or empty, let everything through at once', () => {
    expect(createStopFilter([]).push('abc')).toBe('abc');
    expect(createStopFilter(['']).push('abc')).toBe('abc');
  });
});

it('a line that comes for the third time ends a text that goes round in circles', () => {
  expect(goesRound('<a; b; c>\n<a; b; d>\n<a; b; c>\n')).toBe(false);
  expect(goesRound('<a; b; c>\n<a; b; d>\n<a; b; c>\n<a; b; c>')).toBe(false);
  expect(goesRound('<a; b; c>\n<a; b; d>\n<a; b; c>\n<a; b; c>\n')).toBe(true);
  expect(goesRound('\n\n\n')).toBe(false);
  expect(goesRound('')).toBe(false);
});
