import type {EXIT} from '../exit-code.ts';

/** The meaning of every exit code, for help and the reference. */
export const EXIT_CODE_MEANINGS: Readonly<Record<keyof typeof EXIT, string>> = {
  done: 'done; for `preview` also with blocked changes, which it lists',
  failed: 'failed, or you said no; for `status --exit-code` also when an object has failed',
  pending: 'changes are pending, something has drifted, or two releases differ (only with `--exit-code`)',
  input: 'the input is wrong: flags, files, or objects that the cluster refuses before anything is written',
  permission: 'credentials or permission',
  refused: 'locked, conflict, stale plan, another cluster, or a permission flag is missing; nothing was written',
  partial:
    'partly applied, or not ready in time; for `status --exit-code` also when anything is not ready, and nothing has failed',
  bug: 'a bug: please report what was printed',
  interrupted: 'interrupted (Ctrl-C)',
  terminated: 'terminated (SIGTERM)',
};
