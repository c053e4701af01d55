import {BACKENDS} from '../../registry/backends.ts';

const either = (forms: readonly string[]): string => `${forms.slice(0, -1).join(', ')} or ${forms.at(-1)}`;

/** For messages, all that a line may be: `local, local:DIR, s3://BUCKET[/PREFIX] or kubernetes://NAMESPACE`. */
export const BACKEND_FORMS: string = either(BACKENDS.flatMap(({address}) => address.forms));
