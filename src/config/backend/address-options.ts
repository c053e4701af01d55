import {unreachable} from '../../lib/unreachable.ts';
import type {BackendField} from '../../ports/backend-descriptor.ts';
import {type AnyDescriptor, BACKENDS} from '../../registry/backends.ts';

type Texts = Readonly<Record<string, string | undefined>>;

/** A member of a backend's mapping as one or more options of its address. */
export type AddressOption = {
  readonly field: string;
  readonly names: readonly string[];
  /** Returns the value of the member; `problem` for a text that is not a valid value. */
  readonly read: (options: Record<string, string>) => unknown;
  readonly show: (value: unknown) => Texts;
};

/** Returns the options of a kind's address: its fields, without the place, credentials and their store. */
export const optionsOf = ({fields, address}: AnyDescriptor): readonly AddressOption[] =>
  Object.entries<BackendField>(fields).flatMap(([name, field]) =>
    address.place.some((one) => one === name) ? [] : (optionOf(name, field) ?? []),
  );

function optionOf(name: string, field: BackendField): AddressOption | undefined {
  switch (field.type) {
    case 'credentials':
    case 'secret-store':
      return undefined;
    case 'flag':
      return {
        field: name,
        names: [name],
        read: (options) => flag(name, options[name]),
        show: (value) => ({[name]: text(value)}),
      };
    case 'choice': {
      const {options, read, show} = field;
      return {field: name, names: options, read, show: (value) => (value === undefined ? {} : show(value as Texts))};
    }
    case 'text': {
      const {option = name} = field;
      return {
        field: name,
        names: [option],
        read: (options) => options[option],
        show: (value) => ({[option]: text(value)}),
      };
    }
    case 'endpoint':
    case 'certificates':
      return {field: name, names: [name], read: (options) => options[name], show: (value) => ({[name]: text(value)})};
    default:
      return unreachable(field);
  }
}

const text = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'boolean' ? `${value}` : undefined;

function flag(name: string, written: string | undefined): unknown {
  if (written === undefined || written === 'true' || written === 'false') return written && written === 'true';
  return {problem: `\`${name}\` must be true or false`};
}

/** The names of options whose values are not secret. */
export const OPEN_OPTIONS: ReadonlySet<string> = new Set(
  BACKENDS.flatMap((descriptor) => optionsOf(descriptor).flatMap(({names}) => names)),
);
