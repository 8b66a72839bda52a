import { askTable } from '../../core/answer/table-question';
import type { DocumentId, Span } from '../../core/types';
import type { Run } from './run';
import type { Found } from './search';
import type { Step, WorkedOut } from './work-out';

/** Documents with tables that are asked, best candidates first. */
const documentsAsked = 3;
/** Candidates among which a table has to be found. */
const within = 12;

export type TableResult = WorkedOut | { readonly refused: string };

/**
 * Computes the answer from a table of one of the best candidates, or says why it cannot be computed;
 * null when no such table answers the question.
 */
export async function askTables(
  run: Run,
  candidates: readonly Found[],
): Promise<TableResult | null> {
  const documents = [
    ...new Set(
      candidates
        .slice(0, within)
        .filter((c) => c.passage.kind === 'table')
        .map((c) => c.passage.document),
    ),
  ].slice(0, documentsAsked);
  let refused: string | null = null;
  for (const document of documents) {
    const title = run.indexes.document(document)?.title ?? '';
    for (const table of await run.tablesOf(document)) {
      const result = askTable(table, run.shape.text);
      if (!result) continue;
      if ('refused' in result) {
        refused ??= `${title}: ${result.refused}`;
        continue;
      }
      const steps = result.rows
        .slice(0, run.settings.answer.cited)
        .flatMap((row) =>
          rowStep(run, candidates[0]!, document, table.rowSpans[row]!, `${title}: ${result.how}`),
        );
      if (steps.length > 0) return { answer: result.answer, steps, confidence: 1 };
    }
  }
  return refused === null ? null : { refused };
}

/** The passage that holds a row, with the row as what is cited. */
function rowStep(
  run: Run,
  like: Found,
  document: DocumentId,
  [start, end]: Span,
  text: string,
): Step[] {
  const index = run.indexes.passagesOf(document).find((i) => {
    const passage = run.indexes.passage(i);
    return passage.start <= start && end <= passage.end;
  });
  if (index === undefined) return [];
  const passage = run.indexes.passage(index);
  return [
    {
      text,
      claim: text,
      found: { ...like, index, passage, trust: run.trust.trustOf(index) },
      start: start - passage.start,
      end: end - passage.start,
      judgement: { entailment: 1, neutral: 0, contradiction: 0 },
    },
  ];
}
