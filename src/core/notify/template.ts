import {didYouMean} from '../../lib/did-you-mean.ts';
import type {Notification} from './notification.ts';

/** The placeholders of templates, and their values. */
const VALUES = {
  title: ({title}) => title,
  details: ({details}) => details,
  outcome: ({outcome}) => outcome,
  subject: ({subject}) => subject,
  command: ({command}) => command,
  project: ({project}) => project,
  stack: ({stack}) => stack,
  workspace: ({workspace}) => workspace,
  revision: ({revision}) => (revision === undefined ? '' : String(revision)),
  code: ({code = ''}) => code,
  time: ({time}) => time,
  since: ({since = ''}) => since,
  job: ({job = ''}) => job,
} as const satisfies Readonly<Record<string, (of: Notification) => string>>;

/** The names of the placeholders. */
export const PLACEHOLDERS: readonly string[] = Object.keys(VALUES);

/** The template of targets that set none. */
export const DEFAULT_TEMPLATE = '${title}\n${details}\n${job}';

const PLACEHOLDER = /\$(\$?)\{([^{}]*)\}/g;

/** Returns the problem of a template, which names placeholders as `${NAME}`. */
export function templateProblem(template: string): string | undefined {
  for (const [, escaped, name = ''] of template.matchAll(PLACEHOLDER)) {
    if (escaped !== '' || PLACEHOLDERS.includes(name)) continue;
    const near = didYouMean(name, PLACEHOLDERS);
    const hint = near === undefined ? `use one of ${PLACEHOLDERS.join(', ')}` : `did you mean \${${near}}?`;
    return `has an unknown placeholder \${${name}}: ${hint}`;
  }
  return undefined;
}

/**
 * Returns the text of a notification. `$${` is a literal `${`. Values are not expanded again, and lines that stay empty are removed.
 * @param escape makes a value harmless in the markup of the target
 */
export const renderTemplate = (
  template: string,
  of: Notification,
  escape: (value: string) => string = (value) => value,
): string =>
  template
    .replaceAll(PLACEHOLDER, (whole, escaped: string, name: keyof typeof VALUES) =>
      escaped === '' ? escape(VALUES[name](of)) : whole.slice(1),
    )
    .replaceAll(/\n(?:[ \t]*\n)+/g, '\n')
    .trim();
