import type {Question} from '../../confirm.ts';
import {printable} from '../../printable.ts';

/** Returns the question where a new workspace is stored. Any answer other than `shared` keeps it for the user. */
export const shareQuestion = (backend: string): Question => ({
  text: `Where to store it?\n  mine    in your own directory: only you use it, in every project\n  shared  in ${printable(backend)}: everyone who uses this backend finds it\nmine or shared [mine]: `,
  accepts: (answer) => /^s(hared)?$/i.test(answer),
});
