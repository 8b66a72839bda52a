/**
 * The words of the domain. Data only: no behaviour, no I/O.
 *
 * Offsets are UTF-16 code units into the text of the document that they belong to, `[start, end)`.
 */

declare const brand: unique symbol;
type Id<Name extends string> = string & { readonly [brand]: Name };

/** SHA-256 of a file's bytes, hex: the same bytes under two names are one document. */
export type DocumentId = Id<'DocumentId'>;
/** `<document>#<ordinal>`. */
export type PassageId = Id<'PassageId'>;
/** `<passage>/<ordinal>`. */
export type TripleId = Id<'TripleId'>;

export type Span = readonly [start: number, end: number];

export interface Heading {
  /** 1 (outermost) to 6. */
  readonly level: number;
  readonly text: string;
  readonly start: number;
}

/** A table inside a document's text: every row is one line, cells joined by ` | `. */
export interface Table {
  readonly start: number;
  readonly end: number;
  /** Column names, empty when the table has none. */
  readonly header: readonly string[];
  /** Body rows, header left out. */
  readonly rows: readonly (readonly string[])[];
  /** Where each body row stands in the text. */
  readonly rowSpans: readonly Span[];
}

/** What a parser makes of a file: one plain text that all later offsets refer to. */
export interface ParsedDocument {
  readonly title: string;
  readonly text: string;
  /** Start of each page in `text`, ascending; empty when the format has no pages. */
  readonly pages: readonly number[];
  readonly headings: readonly Heading[];
  readonly tables: readonly Table[];
  /** A date that the file says of itself, ISO 8601, or null. */
  readonly date: string | null;
  /** What a person should know about the reading: "pages 3, 4 have no text (scanned?)". */
  readonly warnings: readonly string[];
}

export type Format =
  | 'text'
  | 'markdown'
  | 'html'
  | 'csv'
  | 'tsv'
  | 'pdf'
  | 'docx'
  | 'epub'
  | 'odt'
  | 'xlsx'
  | 'email'
  | 'rtf';

/** A unit of retrieval: whole sentences of one document, or rows of one table. */
export interface Passage {
  readonly id: PassageId;
  readonly document: DocumentId;
  readonly ordinal: number;
  readonly start: number;
  readonly end: number;
  /** `document.text.slice(start, end)`; of a table passage the rows alone. */
  readonly text: string;
  /** Sentences (or rows), offsets into `text` of the passage. */
  readonly sentences: readonly Span[];
  /** Headings above it, outermost first. */
  readonly headings: readonly string[];
  /** 1-based page, null when the format has none. */
  readonly page: number | null;
  readonly kind: 'prose' | 'table';
  /** Column names, of a table passage. */
  readonly header: readonly string[];
  /** Length in tokens of the embedder's tokenizer. */
  readonly tokens: number;
}

/** A stored document, without its text. */
export interface DocumentRecord {
  readonly id: DocumentId;
  readonly title: string;
  readonly format: Format;
  readonly bytes: number;
  /** Every path under which these bytes were imported. */
  readonly paths: readonly string[];
  readonly collection: string;
  /** Milliseconds since 1970. */
  readonly added: number;
  /** Last modification that the file system told, or null. */
  readonly modified: number | null;
  readonly date: string | null;
  readonly pages: number;
  readonly passages: number;
  readonly characters: number;
  readonly warnings: readonly string[];
  /** The last stage that is complete and saved. */
  readonly stage: 'parsed' | 'embedded';
  /** Versions of what computed it: a change re-derives instead of mixing. */
  readonly versions: {
    readonly parser: number;
    readonly chunker: number;
    readonly embedder: string;
  };
}

/** A passage that a question brought up, with every part of its score. */
export interface Candidate {
  readonly passage: Passage;
  /** Cosine to the question in [-1, 1]; null when the dense list did not hold it. */
  readonly cosine: number | null;
  readonly denseRank: number | null;
  /** BM25 score, >= 0; null when no query word occurs. */
  readonly bm25: number | null;
  readonly sparseRank: number | null;
  /** Reciprocal rank fusion of both lists. */
  readonly fused: number;
  /** Trust tau in [0, 1]; 0.5 when unknown. */
  readonly trust: number;
  /** What candidates are ordered by: `fused` rescored by trust. */
  readonly score: number;
}

/** Probabilities of entailment, neutral and contradiction; they sum to 1. */
export interface Judgement {
  readonly entailment: number;
  readonly neutral: number;
  readonly contradiction: number;
}

/** A span that the reader proposes as the answer. */
export interface ReaderSpan {
  readonly text: string;
  /** Offsets into the context it was read from. */
  readonly start: number;
  readonly end: number;
  /** Logit of the span minus the logit of "no answer". */
  readonly score: number;
  /** Probability that it answers the question, when the reader is calibrated. */
  readonly probability?: number;
}

/** Knowledge triple `<head; relation; tail>` with where it stands (ReliableRAG, section 3.1). */
export interface Triple {
  readonly id: TripleId;
  readonly passage: PassageId;
  readonly document: DocumentId;
  readonly head: string;
  readonly relation: string;
  readonly tail: string;
  readonly negated: boolean;
  /** Offsets into the document's text: of the sentence. */
  readonly sentence: Span;
  readonly extractor: string;
}

export type Verdict = 'supported' | 'contradicted' | 'unsupported';

/** What a sentence of an answer rests on. */
export interface Citation {
  /** 1-based, stable within an answer; what the person sees as [1]. */
  readonly number: number;
  readonly passage: PassageId;
  readonly document: DocumentId;
  readonly title: string;
  readonly path: string;
  readonly page: number | null;
  /** Offsets into the document's text; `quote` is exactly that text. */
  readonly start: number;
  readonly end: number;
  readonly quote: string;
  readonly trust: number;
  readonly judgement: Judgement;
}

/** Something a person should look at twice although the judge let it pass. */
export interface Flag {
  readonly kind:
    'number' | 'name' | 'date' | 'order-in-text' | 'low-trust' | 'single-source' | 'question-echo';
  /** The words in question. */
  readonly text: string;
  readonly why: string;
}

export interface AnswerSentence {
  readonly text: string;
  /** What the judge was asked of it: a question with its answer, or a statement. */
  readonly claim: string;
  readonly verdict: Verdict;
  readonly judgement: Judgement;
  /** How the verdict came about: by the judge, or by computing over a table's cells. */
  readonly basis: 'judged' | 'computed';
  /** Worded by a language model; left out where a passage is quoted. */
  readonly by?: 'writer';
  /** Numbers of the citations that support (or contradict) it. */
  readonly citations: readonly number[];
  readonly flags: readonly Flag[];
}

/** One side of a disagreement between documents. */
export interface ConflictSide {
  readonly answer: string;
  readonly citations: readonly number[];
  readonly sources: number;
  readonly trust: number;
  /** A date in or of the text, ISO 8601, when that decided. */
  readonly date: string | null;
  readonly preferred: boolean;
}

export interface Conflict {
  readonly sides: readonly ConflictSide[];
  /** Why the preferred side is preferred, in a sentence for the person. */
  readonly reason: string;
  readonly kind: 'disagreement' | 'amended';
}

export interface Answer {
  readonly id: string;
  readonly question: string;
  /** The question as it was searched, follow-up resolved. */
  readonly standalone: string;
  readonly kind: 'answered' | 'abstained';
  /** The short answer: a span, a number, yes or no; empty when abstained. */
  readonly short: string;
  readonly sentences: readonly AnswerSentence[];
  readonly citations: readonly Citation[];
  readonly conflict: Conflict | null;
  /** What the person should know beside the answer: how a follow-up was read, why a table was not added up; or null. */
  readonly note: string | null;
  /** What a bare "yes" does next, as a question to the person; null when nothing is offered. */
  readonly offer: string | null;
  /** When abstained: the nearest passages, not citations. */
  readonly nearest: readonly Citation[];
  /** Probability-like confidence in [0, 1] that abstention is decided by. */
  readonly confidence: number;
  readonly flags: readonly Flag[];
  readonly evidence: Evidence;
  /** Milliseconds since 1970. */
  readonly asked: number;
}

/** How an answer came about; everything the Evidence panel shows. */
export interface Evidence {
  readonly candidates: readonly EvidenceCandidate[];
  readonly proposals: readonly Proposal[];
  readonly budget: {
    readonly tokens: number;
    readonly maxTokens: number;
    readonly redundancy: number;
    readonly maxRedundancy: number;
  };
  readonly chains: readonly EvidenceChain[];
  readonly tree: readonly SearchNode[];
  /** Milliseconds per stage, in order. */
  readonly stages: readonly { readonly name: string; readonly ms: number }[];
  readonly nliCalls: number;
  /** Which model did what: role -> model id and device. */
  readonly models: Readonly<Record<string, string>>;
  /** What a language model wrote for the answer, where it was asked to. */
  readonly draft?: DraftEvidence;
}

/** Sentences of a language model, with what became of each. */
export interface DraftEvidence {
  readonly sentences: readonly {
    readonly text: string;
    readonly kept: boolean;
    /** "entailed by [1]", "no cited passage says so (0.31)". */
    readonly why: string;
  }[];
}

export interface EvidenceCandidate {
  readonly passage: PassageId;
  readonly document: DocumentId;
  readonly title: string;
  readonly page: number | null;
  readonly excerpt: string;
  readonly cosine: number | null;
  readonly bm25: number | null;
  readonly fused: number;
  readonly trust: number;
  readonly score: number;
  readonly tokens: number;
  /** 100 x mean cosine, the second cost of the knapsack. */
  readonly redundancy: number;
  /** Group of near-copies it belongs to. */
  readonly group: number;
  readonly taken: boolean;
  /** "taken", "left out: says the same as [2]", "left out: over the token budget". */
  readonly reason: string;
}

/** An answer that was considered, with its fate. */
export interface Proposal {
  readonly answer: string;
  readonly passages: readonly PassageId[];
  /** Distinct sources after near-copies count once. */
  readonly sources: number;
  readonly reader: number;
  readonly judgement: Judgement;
  readonly trust: number;
  readonly score: number;
  readonly fate: string;
}

export interface EvidenceChain {
  readonly triples: readonly Triple[];
  readonly score: number;
  readonly steps: readonly { readonly probability: number; readonly reliability: number }[];
  readonly ended: boolean;
}

export interface SearchNode {
  readonly id: number;
  readonly parent: number;
  readonly action: string;
  readonly text: string;
  readonly visits: number;
  /** Mean reward. */
  readonly reward: number;
  readonly best: boolean;
}

/** A verdict of the person. One per target: a later one replaces it. */
export interface Feedback {
  /** `passage:<id>`, `document:<id>` or `folder:<path>`. */
  readonly target: string;
  readonly value: 'good' | 'bad';
  readonly given: number;
  /** What was shown when it was given: "answer", "citation", "map". */
  readonly from: string;
}

/** A signed edge between two passages of (usually) different documents (TrustPropRAG, section 3.1). */
export interface Relation {
  readonly a: PassageId;
  readonly b: PassageId;
  readonly documentA: DocumentId;
  readonly documentB: DocumentId;
  readonly sign: 1 | -1;
  /** Confidence of the judge in (0, 1]. */
  readonly weight: number;
  /** The two sentences that decided, offsets into their documents' texts. */
  readonly spanA: Span;
  readonly spanB: Span;
  readonly textA: string;
  readonly textB: string;
  /** Judgement of A => B and of B => A. */
  readonly forward: Judgement;
  readonly backward: Judgement;
}
