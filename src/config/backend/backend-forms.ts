import {BACKENDS} from '../../registry/backends.ts';

const either = (forms: readonly string[]): string => `${forms.slice(0, -1).join(', ')} or ${forms.at(-1)}`;

/** All forms of a backend in one line, for messages: `local, local:DIR, s3://BUCKET[/PREFIX] or kubernetes://NAMESPACE`. */
export const BACKEND_FORMS: string = either(BACKENDS.flatMap(({address}) => address.forms));
