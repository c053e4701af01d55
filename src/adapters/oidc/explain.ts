import {type Failure, GantryError} from '../../core/failure/failure.ts';
import {hideTokens} from '../../core/secret/hide-tokens.ts';
import {scrubText} from '../../core/secret/scrub-text.ts';
import {defined} from '../../lib/defined.ts';
import {HttpsFailure} from '../../lib/https-failure.ts';

type About = {readonly issuer: string; readonly secrets?: readonly string[]};

/** Returns the error for a failed request to a provider. The original error is dropped, because it contains whole responses with tokens. */
export function explained(error: unknown, about: About): GantryError {
  if (error instanceof GantryError) return error;
  return new GantryError(failureOf(error, about));
}

/** Returns the error code of the provider: `invalid_grant`, `access_denied`. */
export function oauthError(error: unknown): string | undefined {
  const code = fieldOf(error, 'error');
  return typeof code === 'string' ? code : undefined;
}

function failureOf(error: unknown, {issuer, secrets = []}: About): Failure {
  const broken = chain(error).find((one) => one instanceof HttpsFailure);
  if (broken !== undefined) return unreachable(broken, issuer);
  const said = oauthError(error);
  // Redact before truncation, because a truncated secret is not found.
  const clean = (text: string): string => hideTokens(scrubText(text, secrets)).slice(0, 500);
  if (said !== undefined) {
    const description = fieldOf(error, 'error_description');
    const detail = typeof description === 'string' && description !== '' ? `${said}: ${description}` : said;
    const hint = HINTS[said];
    return {code: 'identity/refused', issuer, detail: clean(detail), ...defined({hint})};
  }
  const {detail, hint} = wordsOf(error);
  return {code: 'identity/refused', issuer, detail: clean(detail), ...defined({hint})};
}

const unreachable = (broken: HttpsFailure, issuer: string): Failure => ({
  code: 'identity/unreachable',
  issuer,
  detail: broken.message,
  ...defined({
    hint:
      broken.kind === 'tls'
        ? 'set caFile under identity.oidc of the workspace to the PEM file of its authority'
        : undefined,
  }),
});

const HINTS: Readonly<Record<string, string>> = {
  access_denied: 'check whether the user is allowed to log in and confirmed the login',
  expired_token: 'the code expired before it was entered: run the command again',
  invalid_client: 'correct clientId or clientSecret under identity.oidc',
  unauthorized_client: 'allow this login flow for the client at the provider',
  invalid_scope: 'choose other scopes under identity.oidc',
};

type Words = {readonly detail: string; readonly hint?: string | undefined};

/** Returns the text for an invalid response, by the codes of openid-client. */
function wordsOf(error: unknown): Words {
  const code = chain(error)
    .map((one) => fieldOf(one, 'code'))
    .find((one) => typeof one === 'string');
  const words = typeof code === 'string' ? WRONG_ANSWERS[code] : undefined;
  if (words !== undefined) return words;
  return {detail: error instanceof Error ? `its response is invalid (${error.message})` : 'it did not respond'};
}

const WRONG_ANSWERS: Readonly<Record<string, Words>> = {
  OAUTH_RESPONSE_IS_NOT_CONFORM: {
    detail: 'its response is not that of an OpenID provider',
    hint: 'set issuer under identity.oidc to the address of the provider with its whole path',
  },
  OAUTH_RESPONSE_IS_NOT_JSON: {
    detail: 'its response is not JSON',
    hint: 'set issuer under identity.oidc to the address of the provider with its whole path',
  },
  OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED: {
    detail: 'it reports another issuer',
    hint: 'write issuer under identity.oidc exactly as the provider does',
  },
  OAUTH_JWT_TIMESTAMP_CHECK_FAILED: {
    detail: 'its token is not valid at this time',
    hint: 'check the clock of this machine',
  },
  OAUTH_JWT_CLAIM_COMPARISON_FAILED: {detail: 'its token is for another client, or for another login'},
  OAUTH_KEY_SELECTION_FAILED: {detail: 'its token is signed by a key that it does not publish'},
  OAUTH_TIMEOUT: {detail: 'it did not respond in time'},
};

function chain(error: unknown): readonly unknown[] {
  const all: unknown[] = [];
  for (let one = error; one !== undefined && all.length < 5; one = one instanceof Error ? one.cause : undefined)
    all.push(one);
  return all;
}

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && name in value ? (value as Record<string, unknown>)[name] : undefined;
