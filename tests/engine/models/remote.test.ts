import { expose } from 'comlink';
import { describe, expect, it } from 'vitest';
import { failure } from '../../../src/core/errors';
import { createFakeModels } from '../../../src/engine/models/fake';
import { createJoinedModels } from '../../../src/engine/models/remote';
import type { Models } from '../../../src/engine/models/types';
import { installSignalHandler } from '../../../src/link/signal';

installSignalHandler();
const never = new AbortController().signal;

/** A models worker behind a port. */
function worker(models: Partial<Models>): MessagePort {
  const { port1, port2 } = new MessageChannel();
  expose({ ...createFakeModels(), ...models }, port1);
  return port2;
}

const dies = () => Promise.reject(failure('DeviceLost', 'The graphics card was reset.'));
const hangs = () => new Promise<never>(() => {});

describe('joined models', () => {
  it('answer as the worker behind the port does', async () => {
    const { models, join } = createJoinedModels();
    join(worker({}));
    const texts = ['one text', 'another'];
    expect(await models.embed(texts, never)).toEqual(await createFakeModels().embed(texts, never));
    expect((await models.describe()).roles.embed?.id).toBe('fake@1');
  });

  it('wait for the first worker', async () => {
    const { models, join } = createJoinedModels();
    const counted = models.countTokens(['a b c'], never);
    join(worker({}));
    expect([...(await counted)]).toEqual([3]);
  });

  it('make a call again that a lost device refused', async () => {
    const { models, join } = createJoinedModels();
    join(worker({ countTokens: dies }));
    const counted = models.countTokens(['a b c'], never);
    setTimeout(() => join(worker({})), 20);
    expect([...(await counted)]).toEqual([3]);
  });

  it('make a call again that an ended worker left open', async () => {
    const { models, join } = createJoinedModels();
    join(worker({ countTokens: hangs }));
    const counted = models.countTokens(['a b c'], never);
    setTimeout(() => join(worker({})), 20);
    expect([...(await counted)]).toEqual([3]);
  });

  it('report the second loss of one call', async () => {
    const { models, join } = createJoinedModels();
    join(worker({ countTokens: dies }));
    const counted = models.countTokens(['a'], never);
    setTimeout(() => join(worker({ countTokens: dies })), 20);
    await expect(counted).rejects.toMatchObject({ name: 'DeviceLost' });
  });

  it('give up when no other worker comes, and stop waiting when aborted', async () => {
    const { models, join } = createJoinedModels(30);
    await expect(models.countTokens(['a'], never)).rejects.toMatchObject({ name: 'DeviceLost' });
    join(worker({ countTokens: hangs }));
    await expect(models.countTokens(['a'], AbortSignal.timeout(20))).rejects.toMatchObject({
      name: 'TimeoutError',
    });
  });

  it('carry the abort to the worker, and end the signal that carried it after each call', async () => {
    const { models, join } = createJoinedModels();
    const seen: AbortSignal[] = [];
    join(
      worker({
        countTokens: (_, signal) => {
          seen.push(signal);
          return seen.length === 1 ? Promise.resolve(new Uint32Array()) : hangs();
        },
      }),
    );
    await models.countTokens(['a'], never);
    const controller = new AbortController();
    const second = models.countTokens(['a'], controller.signal);
    setTimeout(() => controller.abort(), 20);
    await expect(second).rejects.toMatchObject({ name: 'AbortError' });
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(seen.map((signal) => signal.aborted)).toEqual([true, true]);
  });
});
