import type {Json} from '../../core/json.ts';
import type {ClusterFacts} from '../../ports/cluster-facts.ts';

/** Facts of a cluster, with the answers so far by the text of the question. */
export type AskedFacts = {
  readonly facts: ClusterFacts;
  readonly answers: ReadonlyMap<string, Json>;
};

/** Asks a cluster that is opened by the first question; each question is asked once, and its answer is kept. */
export function askedFacts(open: () => Promise<ClusterFacts>): AskedFacts {
  const pending = new Map<string, Promise<Json | undefined>>();
  const answers = new Map<string, Json>();
  const ask = <T extends Json | undefined>(question: string, read: (facts: ClusterFacts) => Promise<T>): Promise<T> => {
    const known = pending.get(question) as Promise<T> | undefined;
    if (known !== undefined) return known;
    const answer = open()
      .then(read)
      .then((value) => {
        answers.set(question, value ?? null);
        return value;
      });
    pending.set(question, answer);
    return answer;
  };
  return {
    answers,
    facts: {
      version: () => ask('version', (facts) => facts.version()),
      apis: () => ask('apis', (facts) => facts.apis()),
      lookUp: (target) => {
        const {apiVersion, kind, namespace, name} = target;
        const place = [namespace, name ?? '*'].filter((part) => part !== undefined).join('/');
        return ask(`${apiVersion}/${kind} ${place}`, (facts) => facts.lookUp(target));
      },
    },
  };
}

/** Reports whether a question is a look-up of an object or a list. */
export const isLookUp = (question: string): boolean => question.includes('/');
