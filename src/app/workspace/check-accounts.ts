import {GantryError} from '../../core/failure/failure.ts';
import {accountPin, type ClusterPin} from '../../core/workspace/cluster-pin.ts';
import type {ConfiguredAccount} from '../../ports/account-identity.ts';
import type {Backend} from '../../ports/backend.ts';
import type {Deps} from '../deps.ts';
import {keepLastPin, keyOfPin, lastPin, type PinOf} from './last-pin.ts';
import {writtenIfPossible} from './pin.ts';
import {pinAt} from './stored-pin.ts';

/** The accounts of a stack, by named provider or provider. */
export type CheckAccounts = {
  readonly chosen: PinOf;
  readonly backend: () => Promise<Backend>;
  readonly accounts: ReadonlyMap<string, ConfiguredAccount>;
};

type AccountDeps = Pick<Deps, 'clock' | 'home' | 'identifyAccount' | 'onEvent' | 'signal'>;

/**
 * Compares the accounts of providers with those that the workspace is bound to. The first contact binds it, a preview too. Returns the
 * known accounts of the workspace.
 * @throws GantryError terraform/other-account, terraform/keys-refused, terraform/no-answer
 */
export async function checkAccounts(
  {chosen, backend: open, accounts}: CheckAccounts,
  deps: AccountDeps,
): Promise<ReadonlyMap<string, string>> {
  if (accounts.size === 0) return new Map();
  const found = new Map(
    await Promise.all(
      [...accounts].map(async ([name, account]) => [name, await identified(name, account, deps)] as const),
    ),
  );
  const backend = await open();
  const last = await lastPin(chosen, backend, deps.home);
  refuseOther(last, found, chosen.name);
  const known = new Map([...found].flatMap(([name, account]) => (account === undefined ? [] : [[name, account]])));
  const key = await keyOfPin(chosen);
  for (;;) {
    const {pin = accountPin(chosen.name, deps.clock.now()), version} = await pinAt(backend, key);
    refuseOther(pin, found, chosen.name);
    if ([...known.keys()].every((name) => pin.accounts?.[name] !== undefined)) return accountsOf(pin);
    const next = {...pin, accounts: {...pin.accounts, ...Object.fromEntries(known)}};
    const written = await writtenIfPossible({chosen, backend, onEvent: deps.onEvent}, {key, pin: next, version});
    // Another run bound the workspace at the same moment: compare with its pin.
    if (written === 'conflict') continue;
    await keepLastPin(chosen, backend, {home: deps.home, pin: written ?? next});
    return accountsOf(next);
  }
}

const accountsOf = ({accounts}: ClusterPin): ReadonlyMap<string, string> => new Map(Object.entries(accounts ?? {}));

async function identified(
  provider: string,
  account: ConfiguredAccount,
  {identifyAccount, signal}: AccountDeps,
): Promise<string | undefined> {
  const answer = await identifyAccount(account, signal);
  if ('account' in answer) return answer.account;
  if ('unknown' in answer) return undefined;
  const {fault, because} = answer;
  throw new GantryError({
    code: fault === 'denied' ? 'terraform/keys-refused' : 'terraform/no-answer',
    provider,
    because,
  });
}

function refuseOther(
  pin: ClusterPin | undefined,
  found: ReadonlyMap<string, string | undefined>,
  workspace: string,
): void {
  for (const [provider, account] of found) {
    const expected = pin?.accounts?.[provider];
    if (expected !== undefined && expected !== account)
      throw new GantryError({code: 'terraform/other-account', workspace, provider, expected, found: account});
  }
}
