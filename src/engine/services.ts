import type { DocumentId, Table } from '../core/types';
import type { AskExtras } from './ask/run';
import type { EngineContext } from './context';
import { createFactsService, type FactsService } from './facts/service';

/** What stands between library and answers: facts, trust, and what answering takes from them. */
export interface Services {
  readonly facts: FactsService;
  readonly extras: AskExtras;
}

/** The same services in the page, in evaluation and in tests. */
export function createServices(context: EngineContext): Services {
  const facts = createFactsService(context);
  return {
    facts,
    extras: {
      trust: { trustOf: () => 0.5 },
      chainer: facts.chainer,
      async tablesOf(document: DocumentId): Promise<readonly Table[]> {
        return (await context.store.get('texts', document))?.parsed.tables ?? [];
      },
    },
  };
}
