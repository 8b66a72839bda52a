import type { Dtype, InstallOrder, Measured, ModelOffer } from '../../link/hub';
import { readCard, type ModelFiles } from './files';
import { parseCard, type ModelCard } from './card';
import { builtIn } from './catalog';
import { hubModel, hubModels, type HubModel } from './catalog-hub';
import type { Folders } from './folders';
import { readPlan } from './install';
import { cardFile } from './make-card';
import type { Device } from './runtime';
import type { Role } from './types';
import { dtypesFor, whyNotOn } from './variant';

export interface OffersDeps {
  readonly folders: Folders;
  /** The built-in models. */
  readonly own: ModelFiles;
  /** Devices of this machine, best first. */
  readonly devices: () => Promise<readonly Device[]>;
}

/** Every model that there is to choose from: built in, of the catalog, and imported ones. */
export async function listOffers(deps: OffersDeps): Promise<readonly ModelOffer[]> {
  const { folders, own } = deps;
  const devices = await deps.devices();
  const signal = new AbortController().signal;
  const offers: ModelOffer[] = [];
  for (const [role, name] of Object.entries(builtIn) as [Role, string][]) {
    const card = await readCard(own, name, signal).catch(() => null);
    if (card) offers.push(offerOf(card, role, 'built-in'));
  }
  const names = await folders.names();
  for (const model of hubModels) {
    const card = names.includes(model.name) ? await cardOf(folders, model.name) : null;
    offers.push(
      card
        ? { ...offerOf(card, model.role, 'hub'), ...saying(model, devices, card.dtype) }
        : await absentOf(model, names.includes(model.name)),
    );
  }
  for (const name of names) {
    if (hubModel(name)) continue;
    const card = await cardOf(folders, name);
    if (card) offers.push(offerOf(card, card.role, 'folder'));
  }
  return offers;

  async function absentOf(model: HubModel, isPartial: boolean): Promise<ModelOffer> {
    const plan = isPartial ? await readPlan(folders, model.name) : null;
    const dtype = plan?.dtype ?? bestDtype(model, devices);
    const sizes = await Promise.all(
      (plan?.files ?? []).map(({ path }) => folders.size(model.name, path)),
    );
    return {
      name: model.name,
      role: model.role,
      origin: 'hub',
      title: model.title,
      licence: model.licence,
      source: `https://huggingface.co/${model.repository}`,
      bytes: plan ? sum(plan.files.map(({ bytes }) => bytes)) : (model.sizes[dtype] ?? 0),
      exact: plan !== null,
      dtype,
      state: isPartial ? 'partial' : 'absent',
      loaded: sum(sizes.map((size) => size ?? 0)),
      ...saying(model, devices, dtype),
    };
  }
}

/** Formats to ask the hub for: the machine's first, then what any machine runs. */
export function orderOf(model: HubModel, devices: readonly Device[]): InstallOrder {
  const [best] = devices;
  const fits = (dtype: Dtype) => best && !whyNotOn(best, dtype, model.largestTensor);
  const wanted = best ? dtypesFor(model.role, best) : [];
  // What the card cannot take runs on the CPU, and there other formats are the right ones.
  const cpu = dtypesFor(model.role, { device: 'wasm' });
  return { name: model.name, dtypes: [...new Set([...wanted.filter(fits), ...cpu])] };
}

const bestDtype = (model: HubModel, devices: readonly Device[]): Dtype =>
  orderOf(model, devices).dtypes.find((dtype) => model.sizes[dtype] !== undefined) ?? 'q8';

function offerOf(card: ModelCard, role: Role, origin: ModelOffer['origin']): ModelOffer {
  const bytes = sum(Object.values(card.files).map((file) => file.bytes));
  const { name, title, licence, source, dtype } = card;
  return {
    name,
    role,
    origin,
    title,
    licence,
    source,
    dtype,
    bytes,
    exact: true,
    measured: measuredOf(card),
    needs: 'any machine',
    note: null,
    blocked: null,
    state: 'installed',
    loaded: bytes,
  };
}

function measuredOf({ measured = {} }: ModelCard): readonly Measured[] {
  return Object.entries(measured).map(([what, value]) => ({
    what,
    value: String(value),
    source: 'measured for Touchstone',
  }));
}

/** What the catalog adds to what is seen of a model on this machine. */
function saying(
  model: HubModel,
  devices: readonly Device[],
  dtype: Dtype,
): Pick<ModelOffer, 'measured' | 'needs' | 'note' | 'blocked'> {
  // A tab grew by 295 MB with the embedder (23 MB) and by 757 MB with the writer (138 MB), at most.
  const memory = (Math.ceil((4 * (model.sizes[dtype] ?? 0)) / 1e8) + 2) / 10;
  const isHalf = dtype === 'fp16' || dtype === 'q4f16';
  const gpu = isHalf ? 'a graphics card with 16-bit floats (shader-f16), ' : '';
  // A half-float file may also be on a machine whose card is gone: then it runs on the CPU.
  const reasons = devices.map((device) => whyNotOn(device, dtype, model.largestTensor));
  return {
    measured: model.measured,
    needs: `${gpu}about ${memory} GB of memory`,
    note: model.note ?? null,
    blocked: reasons.every((reason) => reason !== null) ? (reasons[0] ?? null) : null,
  };
}

async function cardOf(folders: Folders, name: string): Promise<ModelCard | null> {
  const bytes = await folders.read(name, cardFile);
  if (!bytes) return null;
  try {
    return parseCard(name, bytes);
  } catch {
    return null;
  }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);
