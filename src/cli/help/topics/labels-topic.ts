import {GANTRY_LABELS} from '../gantry-labels.ts';
import {page} from '../page.ts';

/** Returns the page about labels and annotations. */
export const labelsTopic = (): string =>
  page('Labels and annotations', [
    ...GANTRY_LABELS.slice(0, -1).flatMap(({title, about, names}) => [
      {text: `${title}. ${about}`},
      {rows: Object.entries(names).map(([name, meaning]) => [`gantry.dev/${name}`, meaning] as const)},
    ]),
    {text: 'All of them: docs/reference/labels-and-annotations.md'},
  ]);
