/**
 * Every number of the project: meaning, range, default, source. The Settings panel is generated
 * from this file and an evaluation report prints what it ran with.
 *
 * Sources: RR = ReliableRAG, TP = TrustPropRAG, SC = Self-Correcting RAG (arXiv 2604.10734);
 * "ours" = chosen by the ablation in docs/results.md.
 */
import { failure } from './errors';

interface NumberSetting {
  readonly type: 'number';
  readonly default: number;
  readonly min: number;
  readonly max: number;
  readonly meaning: string;
  readonly source: string;
}
interface BooleanSetting {
  readonly type: 'boolean';
  readonly default: boolean;
  readonly meaning: string;
  readonly source: string;
}
interface ChoiceSetting<Option extends string> {
  readonly type: 'choice';
  readonly default: Option;
  readonly options: readonly Option[];
  readonly meaning: string;
  readonly source: string;
}
export type Setting = NumberSetting | BooleanSetting | ChoiceSetting<string>;

const number = (
  value: number,
  min: number,
  max: number,
  meaning: string,
  source: string,
): NumberSetting => ({
  type: 'number',
  default: value,
  min,
  max,
  meaning,
  source,
});
const flag = (value: boolean, meaning: string, source: string): BooleanSetting => ({
  type: 'boolean',
  default: value,
  meaning,
  source,
});
const choice = <const Option extends string>(
  value: NoInfer<Option>,
  options: readonly Option[],
  meaning: string,
  source: string,
): ChoiceSetting<Option> => ({ type: 'choice', default: value, options, meaning, source });

export const settingsSchema = {
  library: {
    maxMegabytes: number(
      100,
      1,
      120,
      'Largest file taken in; a private window stores no value above 127 MiB',
      'ours',
    ),
    embedBatch: number(
      16,
      1,
      64,
      'Passages embedded, and saved, at a time: nothing is gained above 16',
      'ours',
    ),
    floatRows: number(
      50_000,
      0,
      1_000_000,
      'Passages up to which vectors are searched in float (1.5 kB each); above, in int8 (0.4 kB)',
      'ours: Recall@10 of int8 against float 0.98, same speed',
    ),
  },
  passages: {
    targetTokens: number(160, 32, 480, 'Tokens a passage aims at', 'ours'),
    maxTokens: number(
      220,
      48,
      500,
      'Tokens a passage never exceeds, unless one sentence does',
      'ours; embedder reads 256',
    ),
    overlapSentences: number(
      0,
      0,
      3,
      'Sentences repeated at the start of the next passage',
      'ours',
    ),
  },
  retrieval: {
    k1: number(1.2, 0, 3, 'BM25 term saturation', 'SC code'),
    b: number(0.75, 0, 1, 'BM25 length normalisation', 'SC code'),
    titleBoost: number(
      0.4,
      0,
      3,
      'BM25 weight of a match in title or headings, on top of its weight as a word of the passage',
      'ours: Recall@5 76.4 against 73.8 without, hotpotqa',
    ),
    pool: number(200, 10, 1000, 'Passages taken from each of the two lists', 'SC 4, 200'),
    keep: number(50, 5, 200, 'Passages kept after fusion', 'SC 4, 50'),
    rrf: number(
      10,
      1,
      200,
      'Constant of reciprocal rank fusion: 1 / (constant + rank)',
      'SC: 60; ours: 10',
    ),
    centroid: number(0, 0, 1, 'Weight of cosine to the centroid of the 5 best', 'SC: 0.3; ours: 0'),
    mode: choice('hybrid', ['hybrid', 'dense', 'sparse'], 'Which lists are used', 'ours'),
  },
  trust: {
    enabled: flag(true, 'Rescore candidates by trust', 'TP 3.3'),
    alpha: number(
      0.8,
      0,
      1,
      'Share of trust in the rescored value',
      'TP 4.1: 0.6, flat from 0.5 to 0.8; ours, docs/trust.md',
    ),
    combine: choice(
      'scale',
      ['scale', 'blend'],
      'scale: relevance x (1 + alpha (2 tau - 1)); blend: alpha tau + (1 - alpha) relevance',
      'TP 3.3: blend; ours: scale',
    ),
    lambdaFeedback: number(1, 0, 10, 'Weight of feedback in the loss', 'TP 4.1, 1.0'),
    lambdaPrior: number(
      0.001,
      0,
      1,
      'Weight of the prior in the loss; a tenth of a relation, so that relations carry far',
      'TP: 0; ours, docs/results.md',
    ),
    good: number(0.9, 0.5, 1, 'Trust that "good" pulls towards', 'TP code'),
    bad: number(0.1, 0, 0.5, 'Trust that "bad" pulls towards', 'TP code'),
    sourceGraph: choice(
      'hub',
      ['hub', 'clique', 'none'],
      'How passages of one source are joined',
      'TP: clique; ours: hub',
    ),
    sourceWeight: number(1, 0, 10, 'Weight of a same-source edge', 'unpublished; ours'),
    relationWeight: number(
      0.01,
      0,
      1,
      'Weight of a relation of full strength; below 1 because what people and sources say outweighs what the judge guesses',
      'TP: 1; ours, docs/results.md',
    ),
    priorSpread: number(0.2, 0, 0.5, 'The prior lies within 0.5 +/- this', 'TP code, 0.2'),
    priorScale: choice(
      'balanced',
      ['balanced', 'minmax'],
      'balanced: d / (1 + |d|) of the signed degree d, so that no relations mean 0.5; minmax: over the library, where they may mean anything',
      'TP code: minmax; ours: balanced',
    ),
    independent: flag(
      true,
      'Copies of one statement, and passages of one file, have one voice in the prior',
      'ours',
    ),
    edgeThreshold: number(
      0.5,
      0.2,
      0.99,
      'Least probability for a relation',
      'TP code: argmax; ours',
    ),
    leastCosine: number(
      0.2,
      -1,
      1,
      'Least cosine of two passages that are compared',
      'TP: all pairs; ours',
    ),
    sharedWords: number(
      1,
      0,
      10,
      'Least in common of two sentences that are compared, in words that only one passage has',
      'TP: all pairs; ours',
    ),
    candidateWords: number(
      0.65,
      0,
      10,
      'The same of two passages that are candidates; those that are near are anyway',
      'TP: all pairs; ours',
    ),
    neighbours: number(20, 0, 100, 'Nearest neighbours that are candidates anyway', 'ours'),
    pairsPerPassage: number(
      12,
      1,
      200,
      'Most passages a new one is judged against',
      'TP: all; ours',
    ),
    sentencePairs: number(2, 1, 6, 'Sentence pairs judged per candidate pair', 'ours'),
    numberCoverage: number(
      0.4,
      0,
      1,
      'Share of a statement that must be known for a date or number to contradict',
      'ours',
    ),
    nameCoverage: number(0.5, 0, 1, 'The same, for a name to contradict', 'ours'),
    predicateCoverage: number(
      0.5,
      0,
      1,
      'Share of what a contradiction says of its subject that must be known, the number or name left out',
      'ours',
    ),
    denialCoverage: number(0.6, 0, 1, 'The same, for a denial to contradict', 'ours'),
    supportCoverage: number(0.6, 0, 1, 'The same, for a support', 'ours'),
    subjectWeight: number(
      0.55,
      0,
      5,
      'Least weight of the subject of a contradiction, in words that only one passage has',
      'ours',
    ),
    copyCosine: number(0.85, 0.5, 1, 'Cosine from which passages are copies of each other', 'ours'),
    solver: choice(
      'conjugate',
      ['conjugate', 'accelerated', 'paper'],
      'conjugate: conjugate gradients, a tenth of the steps; accelerated: projected descent, step 1/L, momentum, restart; paper: fixed step',
      'TP 4.1; ours, tests/bench/trust.ts',
    ),
    step: number(0.01, 0.0001, 1, 'Fixed step of the paper solver', 'TP 4.1, 0.01'),
    maxSteps: number(5000, 1, 20000, 'Most steps of the solver', 'TP: 1000; ours: 5000'),
    tolerance: number(
      1e-10,
      1e-12,
      1e-2,
      'Accuracy of trust at which the solver stops: so fine that trust does not depend on the way there',
      'TP 4.1, 1e-6 on the loss; ours',
    ),
    high: number(0.7, 0.5, 1, 'From here on trust is HIGH', 'TP 3.4'),
    low: number(0.3, 0, 0.5, 'Up to here trust is LOW', 'TP 3.4'),
  },
  facts: {
    alpha: number(
      0.4,
      0,
      1,
      'Share of similarity in reliability; the rest is credibility',
      'RR 4.4.1, 0.4',
    ),
    extractor: choice(
      'rules',
      ['rules', 'writer'],
      'Who extracts triples',
      'ours: rules until a stronger writer is loaded',
    ),
    evaluator: choice('judge', ['judge', 'writer'], 'Who scores credibility', 'ours'),
    comparedPassages: number(
      8,
      1,
      50,
      'Passages of other sources looked through to check a triple',
      'ours',
    ),
    comparedSentences: number(3, 1, 20, 'Sentences of other sources judged per triple', 'ours'),
    copy: number(
      0.9,
      0.5,
      1,
      'Cosine from which a passage is a copy and no source of its own',
      'ours',
    ),
  },
  chains: {
    enabled: flag(true, 'Build reasoning chains', 'RR 3.3'),
    hops: number(4, 1, 6, 'Most triples in a chain', 'RR 4.4.3, L = 4'),
    candidates: number(20, 1, 100, 'Candidate triples offered to each chain', 'RR, K = 20'),
    choices: number(5, 1, 20, 'Best choices followed per chain', 'RR code'),
    beam: number(20, 1, 100, 'Chains kept per hop', 'RR, F = 20'),
    minProbability: number(1e-4, 0, 0.5, 'Choices below this are dropped', 'RR code'),
    final: number(5, 1, 20, 'Chains that make the context', 'RR A.3, 5'),
    context: choice(
      'sbs',
      ['tbs', 'sbs'],
      'tbs: triples as sentences; sbs: their passages',
      'RR appendix B',
    ),
    selector: choice('similarity', ['similarity', 'writer'], 'Who chooses the next triple', 'ours'),
    temperature: number(
      1,
      0.1,
      10,
      'Softmax temperature of the selector without a language model',
      'ours: 1, as its weights were fitted',
    ),
    passages: number(12, 1, 50, 'Best passages whose triples may begin a chain', 'ours'),
    perPassage: number(8, 1, 50, 'Triples of one passage that are looked at', 'ours'),
    links: number(3, 0, 20, 'Passages followed from a name in a triple', 'ours'),
    near: number(0.95, 0.5, 1, 'Cosine from which two triples say the same', 'ours'),
  },
  context: {
    method: choice('mmkp', ['topk', 'mmr', 'greedy', 'mmkp'], 'How evidence is chosen', 'SC 3.2'),
    k: number(5, 1, 50, 'Passages of top-k', 'TP, SC: 5'),
    groupCosine: number(
      0.82,
      0.5,
      1,
      'Cosine from which two candidates say the same',
      'SC code, 0.82',
    ),
    groupBy: choice(
      'facts',
      ['facts', 'cosine'],
      'Near-copies: alike by cosine alone, or also with the same numbers and names',
      'SC: cosine; ours: facts',
    ),
    groupNames: number(
      0.9,
      0,
      1,
      'Share of names that near-copies have in common, of the one with fewer',
      'ours',
    ),
    relevance: number(
      0.7,
      0,
      1,
      "Share of relevance in a candidate's value; the rest is diversity",
      'SC code, 0.7',
    ),
    tokens: number(1500, 100, 8000, 'Token budget', 'SC 4, 1500'),
    redundancy: number(
      400,
      1,
      1000,
      'Redundancy budget, 100 x mean cosine',
      'SC 6: 120; ours: 400, as 120 ends after 7 passages',
    ),
    redundancyTo: choice(
      'others',
      ['group', 'others'],
      'Redundancy is measured to the own group, or to other groups',
      'SC: group; ours: others',
    ),
    mmrLambda: number(0.7, 0, 1, 'Share of relevance in MMR', 'ours'),
    value: choice(
      'need',
      ['need', 'paper'],
      'What a candidate is worth: probability of being needed, or relevance and diversity',
      'SC code: paper; ours: need',
    ),
    needBase: number(-1.3, -10, 10, 'Log-odds that the best candidate is needed', 'ours, fitted'),
    needRank: number(-1.6, -10, 0, 'Log-odds per ln(1 + rank)', 'ours, fitted'),
    needNovel: number(
      3.8,
      0,
      20,
      'Log-odds for words of the question that the best candidate lacks, by their share',
      'ours, fitted',
    ),
    needNamed: number(2.5, 0, 20, 'Log-odds for a title that the question names', 'ours, fitted'),
    needLinked: number(
      4.4,
      0,
      20,
      'Log-odds for a title that a better candidate mentions',
      'ours, fitted',
    ),
    needShared: number(
      1.7,
      0,
      20,
      'Log-odds for a rare name shared with a better candidate',
      'ours, fitted',
    ),
  },
  search: {
    enabled: flag(
      false,
      'Search for more where the question stays open, by MCTS',
      'SC 3.3; ours: off, docs/results.md',
    ),
    simulations: number(24, 1, 500, 'Simulations', 'SC, N = 24'),
    depth: number(3, 1, 6, 'Most sentences of an answer', 'SC, D = 3'),
    proposals: number(3, 1, 10, 'Next sentences proposed per node', 'SC, k = 3'),
    retrieve: number(3, 0, 10, 'Passages added by the action "retrieve more"', 'SC code, 3'),
    exploration: number(1.4, 0, 10, 'Exploration constant', 'SC code, 1.4'),
    priorWeight: number(0.05, 0, 1, 'Weight of the prior in UCT', 'SC code, 0.05'),
    rule: choice('uct', ['uct', 'puct'], 'How a child is chosen', 'SC 3.3'),
    entailment: number(1, 0, 5, 'Reward of entailment', 'SC code, 1.0'),
    neutral: number(-0.2, -5, 0, 'Reward of neutral', 'SC code, -0.2'),
    contradiction: number(-2, -10, 0, 'Reward of contradiction', 'SC 3.3, -2.0'),
    noEvidence: number(
      -0.3,
      -5,
      -0.01,
      'Reward of a sentence without evidence, below that of a neutral one',
      'SC code: 0 in all, which beats neutral; ours',
    ),
    aggregate: choice('max', ['max', 'mean'], 'Over the evidence sentences', 'SC: mean; ours: max'),
    evidence: number(8, 1, 30, 'Evidence sentences per sentence', 'SC code, 8'),
    perPassage: number(3, 1, 10, 'Evidence sentences from one passage at most', 'SC code'),
    stopReward: number(0.95, 0, 1, 'Stop when the best reaches this and leads in visits', 'ours'),
    ms: number(8000, 100, 600000, 'Time budget in milliseconds', 'ours'),
    when: choice(
      'open',
      ['open', 'always'],
      'always: the best rewarded claim leads; open: only where the first reading leaves the question open',
      'SC: always; ours: open',
    ),
    seed: number(1, 0, 4294967295, 'Seed of the search', 'ours'),
  },
  answer: {
    read: number(8, 1, 30, 'Passages the reader reads', 'ours'),
    readFurther: number(
      30,
      1,
      60,
      'Passages the reader reads when it is asked to read further',
      'ours',
    ),
    readChained: number(3, 0, 10, 'Passages of chains read behind those', 'ours'),
    spans: number(3, 1, 10, 'Spans taken per passage', 'ours'),
    supported: number(0.5, 0.2, 0.99, 'Entailment from which a claim is supported', 'ours'),
    abstainBelow: number(
      0.14,
      0,
      1,
      'Confidence below which the answer is "not in your documents"',
      'ours, risk-coverage curve',
    ),
    aggregate: choice(
      'sources',
      ['best', 'sum', 'sources'],
      'How equal spans count: best alone, summed, once per independent source',
      'ours',
    ),
    minTopic: number(
      0.26,
      0,
      1,
      "Share of the question's words that the answering sentences must hold",
      'ours, risk-coverage curve',
    ),
    copyCosine: number(
      0.84,
      0.5,
      1,
      'Cosine from which passages count as copies of one source',
      'ours',
    ),
    sameCosine: number(
      0.97,
      0.5,
      1,
      'Cosine from which passages are versions of one text; below, the same thing is said in other words, as planted copies do',
      'ours',
    ),
    around: number(1, 0, 3, 'Neighbour sentences judged with the sentence of an answer', 'ours'),
    windowChars: number(700, 100, 3000, 'Most characters of a judged window', 'ours'),
    groups: number(6, 1, 20, 'Different answers that are judged', 'ours'),
    rivals: number(4, 0, 20, 'Most relevant passages that every answer is judged against', 'ours'),
    cited: number(3, 1, 10, 'Sources cited for one answer', 'ours'),
    amendShare: number(
      0.05,
      0,
      1,
      'Share of the leading confidence from which a newer statement counts that says the leading one no longer holds',
      'ours',
    ),
    conflictShare: number(
      0.5,
      0,
      1,
      'Share of the leading confidence from which another answer is a conflict',
      'ours',
    ),
    steps: flag(true, 'Compute over tables and take questions apart', 'ours'),
    verify: flag(true, 'Check each claim with the judge', 'SC 3.3'),
    draft: choice(
      'rules',
      ['rules', 'writer'],
      'Who words the answer: rules quote the passages; a language model writes sentences, shown only where the judge finds them entailed by the passages',
      'TP 3.4; ours: rules until a stronger writer is loaded',
    ),
    draftTokens: number(80, 16, 400, 'Most tokens a language model writes for an answer', 'ours'),
  },
} as const satisfies Record<string, Record<string, Setting>>;

type Schema = typeof settingsSchema;
type ValueOf<S> = S extends { type: 'number' }
  ? number
  : S extends { type: 'boolean' }
    ? boolean
    : S extends { type: 'choice'; options: readonly (infer Option)[] }
      ? Option
      : never;
export type Settings = {
  readonly [G in keyof Schema]: { readonly [K in keyof Schema[G]]: ValueOf<Schema[G][K]> };
};
export type SettingsPatch = {
  readonly [G in keyof Schema]?: { readonly [K in keyof Schema[G]]?: ValueOf<Schema[G][K]> };
};

export const defaultSettings: Settings = Object.fromEntries(
  Object.entries(settingsSchema).map(([group, entries]) => [
    group,
    Object.fromEntries(Object.entries(entries).map(([key, setting]) => [key, setting.default])),
  ]),
) as unknown as Settings;

export function withSettings(base: Settings, ...patches: readonly SettingsPatch[]): Settings {
  let result: Record<string, Record<string, unknown>> = base as never;
  for (const patch of patches)
    for (const [group, values] of Object.entries(patch))
      result = { ...result, [group]: { ...result[group], ...values } };
  return result as never;
}

/** @throws BadSetting for an unknown name, a value of another type or out of range. */
export function checkSettings(patch: SettingsPatch): SettingsPatch {
  for (const [group, values] of Object.entries(patch))
    for (const [key, value] of Object.entries(values)) {
      const wrong = objection(group, key, value);
      if (wrong) throw failure('BadSetting', wrong);
    }
  return patch;
}

/** What another version kept, without what this one does not know or allow. */
export function knownSettings(patch: SettingsPatch): SettingsPatch {
  const groups = Object.entries(patch).map(([group, values]) => [
    group,
    Object.fromEntries(
      Object.entries(values).filter(([key, value]) => !objection(group, key, value)),
    ),
  ]);
  return Object.fromEntries(groups.filter(([, values]) => Object.keys(values!).length > 0));
}

/** Why a setting cannot have that value; null when it can. */
function objection(group: string, key: string, value: unknown): string | null {
  const name = `${group}.${key}`;
  const setting = (settingsSchema as Record<string, Record<string, Setting>>)[group]?.[key];
  if (!setting) return `There is no setting "${name}".`;
  if (setting.type === 'number') {
    if (typeof value === 'number' && value >= setting.min && value <= setting.max) return null;
    return `${name} must be a number from ${setting.min} to ${setting.max}, got "${String(value)}".`;
  }
  if (setting.type === 'boolean')
    return typeof value === 'boolean'
      ? null
      : `${name} must be true or false, got "${String(value)}".`;
  return (setting.options as readonly unknown[]).includes(value)
    ? null
    : `${name} must be one of ${setting.options.join(', ')}, got "${String(value)}".`;
}

/** What each paper does, as far as a setting can say it. */
export const presets = {
  default: {},
  plain: {
    trust: { enabled: false },
    chains: { enabled: false },
    context: { method: 'topk' },
    search: { enabled: false },
    answer: {
      aggregate: 'best',
      verify: false,
      abstainBelow: 0,
      minTopic: 0,
      read: 5,
      steps: false,
    },
  },
  trustprop: {
    trust: {
      alpha: 0.6,
      combine: 'blend',
      lambdaPrior: 0,
      sourceGraph: 'clique',
      relationWeight: 1,
      priorScale: 'minmax',
      independent: false,
      solver: 'paper',
      maxSteps: 1000,
      tolerance: 1e-6,
    },
    chains: { enabled: false },
    context: { method: 'topk' },
    search: { enabled: false },
  },
  reliablerag: { chains: { enabled: true }, trust: { enabled: false }, search: { enabled: false } },
  selfcorrecting: {
    trust: { enabled: false },
    chains: { enabled: false },
    retrieval: { rrf: 60, centroid: 0.3 },
    context: {
      method: 'mmkp',
      value: 'paper',
      groupBy: 'cosine',
      redundancyTo: 'group',
      redundancy: 120,
    },
    search: { enabled: true, aggregate: 'mean', when: 'always' },
  },
} as const satisfies Record<string, SettingsPatch>;
export type PresetName = keyof typeof presets;

/**
 * `parseSetting('retrieval.rrf=60')` -> `{ retrieval: { rrf: 60 } }`.
 * @throws BadSetting for an unknown name or a value out of range.
 */
export function parseSetting(text: string): SettingsPatch {
  const match = /^(\w+)\.(\w+)=(.*)$/.exec(text);
  const [, group = '', key = '', raw = ''] = match ?? [];
  const setting = (settingsSchema as Record<string, Record<string, Setting>>)[group]?.[key];
  if (!match || !setting)
    throw failure('BadSetting', `Unknown setting "${text}"; expected group.name=value.`);
  const value =
    setting.type === 'number' && raw.trim() !== ''
      ? Number(raw)
      : setting.type === 'boolean' && (raw === 'true' || raw === 'false')
        ? raw === 'true'
        : raw;
  return checkSettings({ [group]: { [key]: value } });
}
