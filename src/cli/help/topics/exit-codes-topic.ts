import {EXIT} from '../../exit-code.ts';
import {EXIT_CODE_MEANINGS} from '../exit-code-meanings.ts';
import {page} from '../page.ts';

/** Returns the page about exit codes. */
export const exitCodesTopic = (): string =>
  page('Exit codes', [
    {
      rows: Object.entries(EXIT).map(([name, code]) => [String(code), EXIT_CODE_MEANINGS[name as keyof typeof EXIT]]),
    },
    {text: 'If there are several causes, the worst one counts: 70, then 143 and 130, then 6, 5, 4, 3 and 1.'},
    {
      text: 'In a pipeline: after 0, go on. After 3, 4 and 5, nothing was written: repair the cause, then run the command again. After 1, 6, 130 and 143, some changes may have been written: the release lists them (`gantry release show`), and the next apply continues from there.',
    },
    {
      text: '`gantry exec` returns the exit code of its command, 126 if the command cannot be executed, or 127 if it is not found.',
    },
    {text: 'Every error with its exit code: docs/reference/errors.md'},
  ]);
