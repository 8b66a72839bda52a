import { describe, expect, it } from 'vitest';
import {
  chooseDevices,
  type Adapter,
  type Machine,
} from '../../../src/engine/models/browser-devices';

const card: Adapter = {
  limits: {
    maxBufferSize: 2 ** 30,
    maxStorageBufferBindingSize: 2 ** 30,
    maxStorageBuffersPerShaderStage: 10,
  },
};
const machine = (adapter: Adapter | null, rest: Partial<Machine> = {}): Machine => ({
  isolated: true,
  cores: 8,
  requestAdapter: () => Promise.resolve(adapter),
  ...rest,
});
const auto = { device: 'auto', threads: null } as const;
const names = async (...args: Parameters<typeof chooseDevices>) =>
  (await chooseDevices(...args)).map(({ device, threads }) => `${device} ${threads}`);

describe('devices of a browser', () => {
  it('are the graphics card, then the CPU with four threads', async () => {
    expect(await names(auto, machine(card))).toEqual(['webgpu 1', 'wasm 4']);
    expect(await names(auto, machine(card, { cores: 2 }))).toEqual(['webgpu 1', 'wasm 2']);
  });

  it.each([
    ['no graphics card', null, 'no graphics card'],
    ['an imitated one', { ...card, info: { isFallbackAdapter: true } }, 'imitated'],
    ['small buffers', { limits: { ...card.limits, maxBufferSize: 2 ** 20 } }, 'small buffers'],
    [
      'few buffers',
      { limits: { ...card.limits, maxStorageBuffersPerShaderStage: 4 } },
      'few buffers',
    ],
  ])('with %s are the CPU alone, and say why', async (_, adapter, why) => {
    const devices = await chooseDevices(auto, machine(adapter));
    expect(devices.map(({ device }) => device)).toEqual(['wasm']);
    expect(devices[0]?.why).toContain(why);
  });

  it('have one thread where the page is not isolated, and say so', async () => {
    const [cpu] = await chooseDevices(auto, machine(null, { isolated: false }));
    expect(cpu).toMatchObject({ device: 'wasm', threads: 1 });
    expect(cpu?.why).toContain('not isolated');
  });

  it('are what was asked for, and nothing else', async () => {
    const fallback = { ...card, isFallbackAdapter: true };
    expect(await names({ device: 'webgpu', threads: null }, machine(fallback))).toEqual([
      'webgpu 1',
    ]);
    expect(await names({ device: 'wasm', threads: 3 }, machine(card))).toEqual(['wasm 3']);
  });

  it('do without a graphics card whose question fails', async () => {
    const broken = machine(null, { requestAdapter: () => Promise.reject(new Error('driver')) });
    expect(await names(auto, broken)).toEqual(['wasm 4']);
  });
});
