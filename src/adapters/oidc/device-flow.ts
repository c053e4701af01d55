import {untilAborted} from '../../lib/until-aborted.ts';
import type {LogIn} from '../../ports/logins.ts';
import {explained} from './explain.ts';
import type {LoginDeps} from './login-deps.ts';
import {type Provider, secretsOf} from './provider.ts';
import type {Tokens} from './token-response.ts';

type Asked = Provider & {readonly scopes: readonly string[]};

/** Runs the device code flow: the user types a code into any browser, and Gantry polls the provider until the login is done. */
export async function deviceFlow(
  {openid, config, scopes}: Asked,
  request: LogIn,
  {signal}: LoginDeps,
): Promise<Tokens> {
  const {identity, onPrompt} = request;
  const over = new AbortController();
  try {
    const device = await openid.initiateDeviceAuthorization(config, {scope: scopes.join(' ')});
    const {verification_uri: address, user_code: code, expires_in: seconds} = device;
    onPrompt({kind: 'device', address, code, seconds});
    const expired = AbortSignal.timeout(seconds * 1000);
    const polling = AbortSignal.any([over.signal, expired]);
    return await untilAborted(openid.pollDeviceAuthorizationGrant(config, device, {}, {signal: polling}), signal);
  } catch (error) {
    signal.throwIfAborted();
    throw explained(error, {issuer: identity.issuer, ...secretsOf(identity)});
  } finally {
    over.abort();
  }
}
