import type {
  Answer,
  AnswerSentence,
  Citation,
  Evidence,
  EvidenceCandidate,
  Judgement,
  Passage,
  Triple,
  TripleId,
} from '../../src/core/types';
import type { FakeDocument } from './fake-documents';

const sure: Judgement = { entailment: 0.96, neutral: 0.03, contradiction: 0.01 };
const against: Judgement = { entailment: 0.02, neutral: 0.05, contradiction: 0.93 };
const open: Judgement = { entailment: 0.21, neutral: 0.74, contradiction: 0.05 };

/** What an answer is made from: the library, its trust, and when it was asked. */
export interface FakeWorld {
  readonly documents: readonly FakeDocument[];
  readonly trust: (document: string) => number;
  readonly now: number;
}

/** The fake's answer: one of a few scripted ones, else an abstention. */
export function fakeAnswer(question: string, after: readonly string[], world: FakeWorld): Answer {
  const q = question.toLowerCase();
  if (/petrel|occupied/.test(q)) return petrels(question, world);
  if (/cliff/.test(q)) return cliffs(question, world);
  if (/lighthouse|tower|she|her\b/.test(q)) return lighthouse(question, after, world);
  return abstained(question, world);
}

function petrels(question: string, world: FakeWorld): Answer {
  const c1 = cite(
    world,
    1,
    'petrel-census',
    'In 2024 we counted 4,318 occupied sites on Orrin Skerry.',
  );
  const c2 = cite(
    world,
    2,
    'annual-report',
    'The census team found 4,318 occupied storm petrel sites, a small rise.',
  );
  const c3 = cite(
    world,
    3,
    'newsletter',
    'The 2024 census brought 5,318 occupied sites on Orrin Skerry, our friends from the census team report.',
  );
  const c4 = cite(world, 4, 'petrel-census', 'West Scree | 1,604 | +6 %');
  const citations = [c1, c2, c3, c4].filter((one) => one !== null);
  return answer(question, world, {
    short: '4,318 occupied sites',
    sentences: [
      sentence(
        'In 2024, 4,318 occupied storm petrel sites were counted on Orrin Skerry.',
        'supported',
        sure,
        [1, 2],
      ),
      sentence(
        'The plot with the most sites was West Scree.',
        'supported',
        { ...sure, entailment: 0.81 },
        [4],
      ),
      {
        ...sentence('The newsletter puts the number at 5,318.', 'contradicted', against, [3]),
        flags: [
          {
            kind: 'number',
            text: '5,318',
            why: 'the number differs from the other sources by one digit',
          },
        ],
      },
      sentence('It is the largest colony in the north.', 'unsupported', open, []),
    ],
    citations,
    confidence: 0.91,
    conflict: {
      kind: 'disagreement',
      reason:
        'The census report and the annual report agree, are independent of each other, and are trusted more than the newsletter.',
      sides: [
        {
          answer: '4,318 occupied sites',
          citations: [1, 2],
          sources: 2,
          trust: c1?.trust ?? 0.5,
          date: null,
          preferred: true,
        },
        {
          answer: '5,318 occupied sites',
          citations: [3],
          sources: 1,
          trust: c3?.trust ?? 0.5,
          date: null,
          preferred: false,
        },
      ],
    },
  });
}

function cliffs(question: string, world: FakeWorld): Answer {
  const c1 = cite(
    world,
    1,
    'cliff-distance',
    'From today people stay at least 25 metres from the cliff edge.',
  );
  const c2 = cite(
    world,
    2,
    'safety-rules',
    'People stay at least 10 metres from the cliff edge, everywhere on the island and in every season.',
  );
  return answer(question, world, {
    short: 'At least 25 metres',
    sentences: [
      sentence('People must stay at least 25 metres from the cliff edge.', 'supported', sure, [1]),
    ],
    citations: [c1, c2].filter((one) => one !== null),
    confidence: 0.88,
    conflict: {
      kind: 'amended',
      reason: 'The notice of 14 Feb 2025 says that it replaces the rule of 2023.',
      sides: [
        {
          answer: 'at least 25 metres',
          citations: [1],
          sources: 1,
          trust: 0.71,
          date: '2025-02-14',
          preferred: true,
        },
        {
          answer: 'at least 10 metres',
          citations: [2],
          sources: 1,
          trust: 0.48,
          date: '2023-02-11',
          preferred: false,
        },
      ],
    },
  });
}

function lighthouse(question: string, after: readonly string[], world: FakeWorld): Answer {
  const c1 = cite(
    world,
    1,
    'lighthouse',
    'It was designed by Ada Merrow, who had drawn two harbour lights before and never saw the finished tower.',
  );
  return answer(question, world, {
    short: 'Ada Merrow',
    standalone: after.length > 0 ? 'Who designed the lighthouse on Orrin Skerry?' : question,
    sentences: [
      {
        ...sentence('The lighthouse was designed by Ada Merrow.', 'supported', sure, [1]),
        flags: [{ kind: 'single-source', text: '', why: 'only one document says so' }],
      },
    ],
    citations: [c1].filter((one) => one !== null),
    confidence: 0.72,
    conflict: null,
  });
}

function abstained(question: string, world: FakeWorld): Answer {
  const nearest = world.documents
    .slice(0, 3)
    .map((document, index) => {
      const passage = document.passages.at(-1);
      return passage
        ? citation(document, passage, index + 1, passage.text.slice(0, 140), world)
        : null;
    })
    .filter((one) => one !== null);
  return {
    ...answer(question, world, {
      short: '',
      sentences: [],
      citations: [],
      confidence: 0.12,
      conflict: null,
    }),
    kind: 'abstained',
    nearest,
  };
}

type Parts = Pick<Answer, 'short' | 'sentences' | 'citations' | 'confidence' | 'conflict'> & {
  readonly standalone?: string;
};

function answer(question: string, world: FakeWorld, parts: Parts): Answer {
  return {
    id: `answer-${world.now}`,
    question,
    standalone: question,
    kind: 'answered',
    nearest: [],
    note: null,
    offer: null,
    flags: [],
    evidence: fakeEvidence(world, new Set(parts.citations.map((one) => one.passage))),
    asked: world.now,
    ...parts,
  };
}

const sentence = (
  text: string,
  verdict: AnswerSentence['verdict'],
  judgement: Judgement,
  citations: readonly number[],
): AnswerSentence => ({
  text,
  claim: text,
  verdict,
  judgement,
  basis: 'judged',
  citations,
  flags: [],
});

function cite(world: FakeWorld, number: number, path: string, quote: string): Citation | null {
  const document = world.documents.find((one) => one.record.paths[0]?.includes(path));
  const start = document?.parsed.text.indexOf(quote) ?? -1;
  const passage = document?.passages.find((one) => one.start <= start && start < one.end);
  return document && passage ? citation(document, passage, number, quote, world) : null;
}

function citation(
  document: FakeDocument,
  passage: Passage,
  number: number,
  quote: string,
  world: FakeWorld,
): Citation {
  const start = document.parsed.text.indexOf(quote);
  return {
    number,
    passage: passage.id,
    document: document.record.id,
    title: document.record.title,
    path: document.record.paths[0] ?? document.record.title,
    page: passage.page,
    start,
    end: start + quote.length,
    quote,
    trust: world.trust(document.record.id),
    judgement: sure,
  };
}

function fakeEvidence(world: FakeWorld, cited: ReadonlySet<string>): Evidence {
  const passages = world.documents.flatMap((document) =>
    document.passages.map((passage) => ({ document, passage })),
  );
  const candidates = passages
    .slice(0, 24)
    .map(({ document, passage }, index): EvidenceCandidate => {
      const taken = cited.has(passage.id) || index % 5 === 0;
      const fused = 0.18 / (1 + index * 0.35);
      const trust = world.trust(document.record.id);
      return {
        passage: passage.id,
        document: document.record.id,
        title: document.record.title,
        page: passage.page,
        excerpt: passage.text.slice(0, 160),
        cosine: index % 7 === 6 ? null : 0.82 - index * 0.021,
        bm25: index % 4 === 3 ? null : 11.4 - index * 0.4,
        fused,
        trust,
        score: fused * (0.4 + 0.6 * trust),
        tokens: passage.tokens,
        redundancy: 18 + ((index * 7) % 40),
        group: Math.floor(index / 3),
        taken,
        reason: taken
          ? 'taken'
          : index % 3 === 0
            ? 'left out: says the same as [2]'
            : 'left out: over the token budget',
      };
    });
  const [first, second] = passages;
  const triple = (n: number, head: string, relation: string, tail: string): Triple | null => {
    const from = n === 0 ? first : second;
    return from
      ? {
          id: `${from.passage.id}/${n}` as TripleId,
          passage: from.passage.id,
          document: from.document.record.id,
          head,
          relation,
          tail,
          negated: false,
          sentence: [from.passage.start, from.passage.end],
          extractor: 'rules',
        }
      : null;
  };
  const chain = [
    triple(0, "keepers' house", 'holds', 'library of the station'),
    triple(1, 'lighthouse', 'designed by', 'Ada Merrow'),
  ].filter((one) => one !== null);
  return {
    candidates,
    proposals: [
      {
        answer: '4,318 occupied sites',
        passages: candidates.slice(0, 2).map((one) => one.passage),
        sources: 2,
        reader: 7.4,
        judgement: sure,
        trust: 0.78,
        score: 0.91,
        fate: 'the answer',
      },
      {
        answer: '5,318 occupied sites',
        passages: candidates.slice(2, 3).map((one) => one.passage),
        sources: 1,
        reader: 6.9,
        judgement: { ...sure, entailment: 0.9, neutral: 0.09 },
        trust: 0.31,
        score: 0.44,
        fate: 'the other side of a disagreement',
      },
      {
        answer: '1,604',
        passages: candidates.slice(3, 4).map((one) => one.passage),
        sources: 1,
        reader: 2.1,
        judgement: open,
        trust: 0.78,
        score: 0.08,
        fate: 'dropped: the judge does not find it supported',
      },
    ],
    budget: { tokens: 612, maxTokens: 1500, redundancy: 88, maxRedundancy: 120 },
    chains:
      chain.length === 0
        ? []
        : [
            {
              triples: chain,
              score: 0.62,
              steps: [
                { probability: 0.71, reliability: 0.83 },
                { probability: 0.88, reliability: 0.74 },
              ],
              ended: true,
            },
          ],
    tree: [
      { id: 0, parent: -1, action: 'root', text: '', visits: 24, reward: 0.71, best: true },
      {
        id: 1,
        parent: 0,
        action: 'write',
        text: 'In 2024, 4,318 occupied storm petrel sites were counted.',
        visits: 15,
        reward: 0.94,
        best: true,
      },
      {
        id: 2,
        parent: 0,
        action: 'write',
        text: 'The newsletter puts the number at 5,318.',
        visits: 4,
        reward: -0.62,
        best: false,
      },
      { id: 3, parent: 0, action: 'retrieve more', text: '', visits: 4, reward: 0.33, best: false },
      {
        id: 4,
        parent: 1,
        action: 'write',
        text: 'The plot with the most sites was West Scree.',
        visits: 8,
        reward: 0.96,
        best: true,
      },
      { id: 5, parent: 1, action: 'end', text: '', visits: 5, reward: 0.9, best: false },
      { id: 6, parent: 4, action: 'end', text: '', visits: 6, reward: 0.96, best: true },
    ],
    stages: [
      { name: 'understanding', ms: 12 },
      { name: 'searching', ms: 148 },
      { name: 'choosing', ms: 64 },
      { name: 'reading', ms: 1130 },
      { name: 'checking', ms: 1910 },
      { name: 'searching answers', ms: 420 },
    ],
    nliCalls: 112,
    models: {
      embed: 'fake-embedder (wasm)',
      judge: 'fake-judge (wasm)',
      read: 'fake-reader (wasm)',
    },
  };
}
