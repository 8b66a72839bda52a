import { parseQuestions, type QuestionRow } from '../../core/evaluation/questions';
import type { EvaluationQuestion } from '../../link/evaluation';
import { count } from '../shared/format';

/** Questions to ask, and where they come from. */
export interface QuestionSet {
  readonly name: string;
  readonly questions: readonly EvaluationQuestion[];
  /** What was left out or is not used, for the person; empty when nothing was. */
  readonly notes: readonly string[];
}

export const sampleSetName = 'Sample library';

/** A file of a person's own questions. @throws BadQuestions naming the line and what is wrong with it */
export function readQuestionFile(text: string, name: string): QuestionSet {
  const rows = parseQuestions(text, name);
  const withPassages = rows.filter(({ passages }) => passages.length > 0).length;
  return {
    name,
    questions: uniqueIds(rows.map(toQuestion)),
    notes:
      withPassages > 0
        ? [
            `${count(withPassages, 'question')} of this file ${withPassages === 1 ? 'brings' : 'bring'} passages. They are not used: questions are asked of your library.`,
          ]
        : [],
  };
}

/**
 * The questions of the sample's index. Follow-ups are left out: a question of an evaluation is asked
 * on its own. @throws BadQuestions
 */
export function readSampleQuestions(
  questions: readonly { readonly after: string | null }[],
): QuestionSet {
  const alone = questions.filter(({ after }) => after === null);
  const left = questions.length - alone.length;
  return {
    name: sampleSetName,
    questions: parseQuestions(JSON.stringify(alone), sampleSetName).map(toQuestion),
    notes:
      left > 0
        ? [`${count(left, 'follow-up')} left out: here every question is asked on its own.`]
        : [],
  };
}

const toQuestion = ({
  id,
  question,
  answers,
  wrongAnswer,
  support,
}: QuestionRow): EvaluationQuestion => ({ id, question, answers, wrongAnswer, support });

/** Two questions of one id would be one line in the list: the later ones get a number. */
function uniqueIds(questions: readonly EvaluationQuestion[]): readonly EvaluationQuestion[] {
  const taken = new Set<string>();
  return questions.map((question) => {
    let { id } = question;
    for (let n = 2; taken.has(id); n++) id = `${question.id}-${n}`;
    taken.add(id);
    return { ...question, id };
  });
}

/** "32 questions, 4 of them without an answer in the documents". */
export function describeSet({ questions }: QuestionSet): string {
  const open = questions.filter(({ answers }) => answers.length === 0).length;
  return `${count(questions.length, 'question')}${open > 0 ? `, ${open} of them without an expected answer: right is to say so` : ''}`;
}
