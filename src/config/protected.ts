import {z} from 'zod';
import {type Protection, WEEKDAYS} from '../core/protection/protection.ts';
import {isTimeZone} from '../core/protection/wall-clock.ts';
import {defined} from '../lib/defined.ts';
import {PublicKeyLine} from './public-key-line.ts';

const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d$/;
const MOMENT = /^\d{4}-\d{2}-\d{2}(?:T(?:[01]\d|2[0-3]):[0-5]\d)?$/;

const TimeZone = z
  .string()
  .refine(isTimeZone, {error: 'must be a time zone of the IANA database, for example Europe/Zurich or UTC'})
  .optional()
  .meta({description: 'The time zone, for example Europe/Zurich. Default: UTC.'});

const Window = z
  .strictObject({
    days: z
      .array(z.enum(WEEKDAYS))
      .min(1)
      .optional()
      .meta({description: 'The days on which the window begins. Default: every day.'}),
    from: z
      .string()
      .regex(TIME, {error: 'must be a time such as "09:00"'})
      .meta({description: 'The beginning, for example 09:00.'}),
    to: z
      .string()
      .regex(/^(?:24:00|(?:[01]\d|2[0-3]):[0-5]\d)$/, {error: 'must be a time such as "17:00", or "24:00"'})
      .meta({description: 'The end, for example 17:00. An earlier time than `from` is on the next day.'}),
    timeZone: TimeZone,
  })
  .refine(({from, to}) => from !== to, {error: '`from` and `to` must differ; "00:00" to "24:00" is a whole day'});

const Moment = z.string().refine((text) => MOMENT.test(text) && isDate(text.slice(0, 10)), {
  error: 'must be a date such as 2026-12-20, or a date and a time such as 2026-12-20T18:00',
});

/** Reports whether a date exists, unlike 31 February. */
function isDate(text: string): boolean {
  const at = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}

const Freeze = z
  .strictObject({
    from: Moment.meta({description: 'The first day, or the first moment.'}),
    to: Moment.meta({description: 'The last day, or the moment when changes are allowed again.'}),
    timeZone: TimeZone,
    reason: z.string().min(1).meta({description: 'The reason, which messages contain.'}),
  })
  .refine(({from, to}) => from <= to, {error: '`to` must not be before `from`'});

const Rules = z.strictObject({
  approvers: z.array(PublicKeyLine).nullish().meta({
    description:
      'The public keys whose approvals are accepted in pipelines. Default: none, so that changes are possible only on a terminal.',
  }),
  windows: z.array(Window).nullish().meta({description: 'The times when changes are allowed. Default: always.'}),
  freezes: z.array(Freeze).nullish().meta({description: 'The time spans without changes.'}),
});

/** The schema of `protected` in workspace files. */
export const Protected = z
  .union([z.boolean(), Rules])
  .nullish()
  .meta({
    description:
      'The protection of the workspace: `true`, or its rules. A user confirms a change by typing the name of the workspace on a terminal. A pipeline needs a signed approval. Default: false.',
    examples: [
      {
        approvers: [
          'alice@example.com ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ2rMiEHsFUYsMaFsJLFTVyXP1KTGqHBwZM1CoMZ4Bpr',
        ],
        windows: [{days: ['mon', 'tue', 'wed', 'thu'], from: '09:00', to: '16:00', timeZone: 'Europe/Zurich'}],
        freezes: [{from: '2026-12-20', to: '2027-01-04', reason: 'end of the year'}],
      },
    ],
  });
/** The checked `protected` of a workspace. */
export type Protected = z.infer<typeof Protected>;

/** Returns the rules of a workspace; undefined if it is not protected. */
export function protectionOf(field: Protected): Protection | undefined {
  if (field === undefined || field === null || field === false) return undefined;
  const {approvers, windows, freezes} = field === true ? {} : field;
  return {
    approvers: approvers ?? [],
    windows: (windows ?? []).map(({timeZone = 'UTC', ...window}) => defined({...window, timeZone})),
    freezes: (freezes ?? []).map(({timeZone = 'UTC', ...freeze}) => ({...freeze, timeZone})),
  };
}

/** Returns the rules in a workspace that may not be valid as a whole. A field that cannot be read protects, and approves nothing. */
export function protectionIn(value: unknown): Protection | undefined {
  const {success, data} = Protected.safeParse(value);
  return success ? protectionOf(data) : {approvers: [], windows: [], freezes: []};
}
