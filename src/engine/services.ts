import type { DocumentId, Table } from '../core/types';
import type { AskExtras } from './ask/run';
import type { EngineContext } from './context';
import { createFactsService, type FactsService } from './facts/service';
import { createTrustService, type TrustService } from './trust/service';

/** What stands between library and answers: facts, trust, and what answering takes from them. */
export interface Services {
  readonly facts: FactsService;
  readonly trust: TrustService;
  readonly extras: AskExtras;
}

/**
 * The same services in the page, in evaluation and in tests.
 * @param background whether documents are compared, and facts found, by themselves after each change
 */
export function createServices(context: EngineContext, background: boolean): Services {
  const trust = createTrustService(context, { background });
  const facts = createFactsService(context, () => trust, { background });
  return {
    facts,
    trust,
    extras: {
      trust,
      chainer: facts.chainer,
      writer: context.writer,
      async tablesOf(document: DocumentId): Promise<readonly Table[]> {
        return (await context.store.get('texts', document))?.parsed.tables ?? [];
      },
    },
  };
}
