import type {EXIT} from '../exit-code.ts';

/** The meaning of every exit code, for help and the reference. */
export const EXIT_CODE_MEANINGS: Readonly<Record<keyof typeof EXIT, string>> = {
  done: 'done; for `preview` also if changes are blocked, which it lists',
  failed: 'failed, or you answered no; for `status --exit-code`: a resource has failed',
  pending: 'changes are pending, something has drifted, or two releases differ (only with `--exit-code`)',
  input: 'the input is wrong: flags, files, or objects that the cluster refuses before anything is written',
  permission: 'credentials are missing or invalid, or a permission is denied',
  refused:
    'refused: locked, conflict, stale plan, a different cluster than the pinned one, or a missing permission flag; nothing was written',
  partial:
    'partly applied, or not ready in time; for `status --exit-code`: a resource is not ready, and none has failed',
  bug: 'a bug: please report what was printed',
  interrupted: 'interrupted (Ctrl-C)',
  terminated: 'terminated (SIGTERM)',
};
