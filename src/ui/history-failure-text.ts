import type {Words} from './failure-words.ts';
import {shellWords} from './plan/permit.ts';

/** The texts of failures of release histories and their names. */
export const HISTORY_WORDS: Pick<Words, 'release/not-found' | 'release/foreign-origin' | 'stack/exists'> = {
  'release/not-found': ({detail, workspace}) => {
    const where = workspace === undefined ? '' : ` ${shellWords(['-w', workspace])}`;
    return {
      message: `Release not found: ${detail}.`,
      hint: `List the releases with "gantry release list${where}". The first "gantry apply${where}" creates the first release.`,
    };
  },
  'release/foreign-origin': ({expected, found}) => ({
    message: `These releases belong to ${expected}, but this stack comes from ${found}; nothing was changed.`,
    hint: "Two projects with the same name would delete each other's resources. Rename one of them (`name` in project.yaml), or pass --take-over-project if the project moved.",
  }),
  'stack/exists': ({name, series, directory}) => ({
    message:
      series === undefined
        ? `The stack ${name} already exists${directory === undefined ? '' : ` in ${directory}`}; nothing was changed.`
        : `The backend has other releases of ${name}: ${series.join(', ')}; nothing was changed.`,
    hint: 'Choose another name: two release histories cannot be merged.',
  }),
};
