/** Words that stay although a rule finds them: `path` is the beginning of a path; `words` may include words around those of the rule. */
export type Exception = {readonly path: string; readonly words: RegExp; readonly why: string};

const SERVER = 'the words of kube-apiserver, which the sandbox repeats';

/** All exceptions to the rules of language. A check of the whole repository reports an exception that nothing needs. */
export const EXCEPTIONS: readonly Exception[] = [
  {path: 'src/sandbox/kinds/workloads/container-warnings.ts', words: /hides previous definition of/, why: SERVER},
  {path: 'src/sandbox/custom/custom-columns.ts', words: /configuration definition\. Cannot be updated/, why: SERVER},
  {
    path: 'src/sandbox/controllers/run/event-recorder.ts',
    words: /has series in place of counts/,
    why: 'a field of an Event of events.k8s.io/v1',
  },
];
