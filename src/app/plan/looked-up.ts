import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import type {Plan} from '../../core/plan/plan.ts';
import {type AskedFacts, isLookUp} from './asked-facts.ts';

type Answers = AskedFacts['answers'] | undefined;

/** Returns the part of a plan about the objects that sources looked up in the cluster. */
export function lookedUpPart(answers: Answers): Pick<Plan, 'lookedUp'> {
  const lookedUp = lookedUpIn(answers);
  return lookedUp.length === 0 ? {} : {lookedUp};
}

const MOST_SHOWN = 3;

/** Returns the same objects as a note for people. Only the first ones are named. */
export function lookedUpNotes(answers: Answers): readonly Diagnostic[] {
  const lookedUp = lookedUpIn(answers);
  if (lookedUp.length === 0) return [];
  const isFolded = lookedUp.length > MOST_SHOWN;
  const named = (isFolded ? lookedUp.slice(0, MOST_SHOWN) : lookedUp).join(', ');
  const rest = isFolded ? ` and ${lookedUp.length - MOST_SHOWN} more (\`-o json\` lists all)` : '';
  return [{severity: 'note', code: 'source/looked-up', message: `charts looked up in the cluster: ${named}${rest}`}];
}

const lookedUpIn = (answers: Answers): readonly string[] => [...(answers?.keys() ?? [])].filter(isLookUp).toSorted();
