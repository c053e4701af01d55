import {ENVIRONMENT_VARIABLES} from '../environment-variables.ts';
import {page} from '../page.ts';

/** Returns the page about environment variables: those of Gantry itself, and the names of all others. */
export const environmentTopic = (): string => {
  const [own, ...others] = ENVIRONMENT_VARIABLES.filter(({isInternal}) => isInternal !== true);
  return page('Environment variables', [
    {rows: Object.entries(own?.variables ?? {})},
    {text: 'Gantry also reads these variables of other tools. They have the same meaning as in those tools:'},
    {rows: others.flatMap(({title, short}) => (short === undefined ? [] : [[title, short] as const]))},
    {text: 'Every variable with its meaning: docs/reference/environment-variables.md'},
  ]);
};
