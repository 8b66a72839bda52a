import type { Settings, SettingsPatch } from '../../core/settings';

/** Something that either a language model does, or rules and the other models. */
export interface WriterTask {
  /** Of the setting: `group.key`. */
  readonly name: string;
  readonly label: string;
  /** The value of the setting that leaves the language model out, and its name. */
  readonly other: string;
  readonly otherName: string;
  /** What happens then, and what with the language model. */
  readonly byOther: string;
  readonly byWriter: string;
  readonly read: (settings: Settings) => string;
  readonly patch: (value: string) => SettingsPatch;
}

export const writerTasks: readonly WriterTask[] = [
  {
    name: 'answer.draft',
    label: 'Wording an answer',
    other: 'rules',
    otherName: 'Rules',
    byOther: 'Passages are quoted.',
    byWriter:
      'It writes sentences; those that no cited passage entails are dropped, and where none is left passages are quoted.',
    read: ({ answer }) => answer.draft,
    patch: (value) => ({ answer: { draft: value as Settings['answer']['draft'] } }),
  },
  {
    name: 'facts.extractor',
    label: 'Taking facts from passages',
    other: 'rules',
    otherName: 'Rules',
    byOther: 'Grammar rules find subject, relation and object.',
    byWriter:
      'It writes facts; those whose names do not stand in the passage are refused. Facts are taken anew, which takes seconds for each passage.',
    read: ({ facts }) => facts.extractor,
    patch: (value) => ({ facts: { extractor: value as Settings['facts']['extractor'] } }),
  },
  {
    name: 'facts.evaluator',
    label: 'Scoring facts',
    other: 'judge',
    otherName: 'Judge',
    byOther: 'The judge compares each fact with what other sources say.',
    byWriter: 'It gives each fact a score from 0 to 10, which takes seconds for each.',
    read: ({ facts }) => facts.evaluator,
    patch: (value) => ({ facts: { evaluator: value as Settings['facts']['evaluator'] } }),
  },
  {
    name: 'chains.selector',
    label: 'Choosing the next fact of a chain',
    other: 'similarity',
    otherName: 'Similarity',
    byOther: 'Facts are chosen by how near they are to the question, and how they are linked.',
    byWriter: 'It chooses among lettered facts, by the probability of each letter.',
    read: ({ chains }) => chains.selector,
    patch: (value) => ({ chains: { selector: value as Settings['chains']['selector'] } }),
  },
];
