import {defined} from '../../../lib/defined.ts';
import {readPublicKey, type SshPublicKey} from './public-key.ts';

/** A public key whose signatures are accepted, with restrictions. */
export type AllowedKey = {
  readonly key: SshPublicKey;
  /** The persons, as the line names them: `alice@example.com`. Absent in lines of `.pub` files. */
  readonly principals?: string;
  /** The namespaces of accepted signatures. Absent: all. */
  readonly namespaces?: readonly string[];
  /** The first and the last time at which its signatures are accepted. */
  readonly validAfter?: Date;
  readonly validBefore?: Date;
};

/** The keys in a file of allowed signers, and the lines that are wrong. */
export type ReadKeys = {
  readonly keys: readonly AllowedKey[];
  /** Problems never quote a line, because the file may be a private key. `line` counts from 1. */
  readonly problems: readonly {readonly line: number; readonly problem: string}[];
};

type Options = Pick<AllowedKey, 'namespaces' | 'validAfter' | 'validBefore'>;
type Problem = {readonly problem: string};

/**
 * Reads public keys, one in each line, in the format of `allowed_signers` (`PRINCIPALS [OPTIONS] TYPE KEY [COMMENT]`) or of `.pub` files and
 * authorized_keys (`TYPE KEY [COMMENT]`). An unsupported option is a problem, so that no restriction is ignored.
 */
export function readAllowedKeys(text: string): ReadKeys {
  const keys: AllowedKey[] = [];
  const problems: ReadKeys['problems'][number][] = [];
  for (const [index, whole] of text.split('\n').entries()) {
    const content = whole.trim();
    if (content === '' || content.startsWith('#')) continue;
    const read = readLine(content);
    if ('problem' in read) problems.push({line: index + 1, problem: read.problem});
    else keys.push(read);
  }
  return {keys, problems};
}

function readLine(content: string): AllowedKey | Problem {
  const fields = firstFields(content);
  // The base64 of every key begins with the length of its type: three bytes of zero.
  const at = fields.findIndex((field, index) => index > 0 && field.startsWith('AAAA'));
  const [type, base64] = [fields[at - 1], fields[at]];
  if (type === undefined || base64 === undefined) return {problem: 'it has no public key'};
  const [principals, written] = fields.slice(0, at - 1);
  // authorized_keys has options at the place of the principals in allowed_signers.
  if (principals !== undefined && /[="]|(?:^|,)cert-authority(?:,|$)/i.test(principals))
    return {problem: 'it has options without a principal before them'};
  const options = written === undefined ? {} : readOptions(written);
  if ('problem' in options) return options;
  const key = readPublicKey(type, base64);
  return 'problem' in key ? key : {key, ...defined({principals}), ...options};
}

/** Splits a line into principals, options, type and key. Blanks in double quotes do not separate fields. Ignores the comment. */
function firstFields(content: string): readonly string[] {
  const fields: string[] = [];
  const field = /((?:[^\s"]|"[^"]*")+)(?:\s+|$)/y;
  for (let found = field.exec(content); found !== null && fields.length < 4; found = field.exec(content))
    fields.push(found[1] ?? '');
  return fields;
}

/** Parses options: `namespaces="gantry-allow,git",valid-before="20270101Z"`. */
function readOptions(written: string): Options | Problem {
  const options: {namespaces?: readonly string[]; validAfter?: Date; validBefore?: Date} = {};
  const option = /([a-z0-9-]+)(?:="([^"\\]*)")?(?:,(?=.)|$)/iy;
  while (option.lastIndex < written.length) {
    const [, name = '', value = ''] = option.exec(written) ?? [];
    if (name === '') return {problem: 'its options cannot be read'};
    const read = readOption(name.toLowerCase(), value);
    if ('problem' in read) return read;
    if (Object.keys(read).some((key) => key in options)) return {problem: `the option ${name} is set twice`};
    Object.assign(options, read);
  }
  return options;
}

function readOption(name: string, value: string): Options | Problem {
  switch (name) {
    case 'namespaces': {
      const namespaces = value.split(',');
      if (namespaces.every((one) => /^[^\s*?!]+$/.test(one))) return {namespaces};
      return {problem: 'its namespaces are not a list of names; patterns are not supported'};
    }
    case 'valid-after':
    case 'valid-before': {
      const time = timeOf(value);
      if (time === undefined) return {problem: `${name} is not a time such as "20270131Z" or "202701311200Z"`};
      return name === 'valid-after' ? {validAfter: time} : {validBefore: time};
    }
    default:
      return {problem: 'it has an option that is not supported; supported: namespaces, valid-after, valid-before'};
  }
}

const TIME = /^(\d{4})(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])(?:([01]\d|2[0-3])([0-5]\d)([0-5]\d)?)?(Z?)$/i;

/** Parses a time as OpenSSH does: in UTC with `Z`, else in the time zone of this machine. */
function timeOf(value: string): Date | undefined {
  const found = TIME.exec(value);
  if (found === null) return undefined;
  const [year = 0, month = 0, day = 0, ...time] = found.slice(1, 7).map((part) => Number(part ?? 0));
  const lastDay = new Date(Date.UTC(year, month, 0)).getUTCDate();
  if (day > lastDay) return undefined;
  return found[7] === '' ? new Date(year, month - 1, day, ...time) : new Date(Date.UTC(year, month - 1, day, ...time));
}
