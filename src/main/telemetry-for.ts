import type {Environment} from '../app/deps.ts';
import type {Redactor} from '../core/secret/redactor.ts';
import type {Clock} from '../ports/clock.ts';
import type {Telemetry} from '../ports/telemetry.ts';
import {toBoth} from './to-both.ts';

type Surroundings = {
  readonly version: string;
  readonly redactor: Redactor;
  readonly clock: Clock;
  /** The path of the file of `--profile`. */
  readonly profile?: string | undefined;
};

/** Opens OpenTelemetry if the environment asks for it, and a profile if a flag does; returns undefined, and loads nothing, if neither does. */
export async function telemetryFor(env: Environment, surroundings: Surroundings): Promise<Telemetry | undefined> {
  const {profile, clock} = surroundings;
  const openTelemetry = await openTelemetryFor(env, surroundings);
  if (profile === undefined) return openTelemetry;
  const {recordProfile} = await import('../adapters/local/profile/record-profile.ts');
  const recorder = recordProfile(profile, clock);
  return openTelemetry === undefined ? recorder : both(openTelemetry, recorder);
}

async function openTelemetryFor(
  env: Environment,
  {version, redactor: {redact}, clock}: Surroundings,
): Promise<Telemetry | undefined> {
  if (!Object.keys(env).some((name) => name.startsWith('OTEL_'))) return undefined;
  const {telemetryWanted} = await import('../adapters/otel/wanted.ts');
  if (!telemetryWanted(env)) return undefined;
  const [{openTelemetry}, {failureText}] = await Promise.all([
    import('../adapters/otel/open-telemetry.ts'),
    import('../ui/failure-text.ts'),
  ]);
  return openTelemetry({env, version, clock, words: (failure) => redact(failureText(failure).message)});
}

const both = (one: Telemetry, other: Telemetry): Telemetry => ({
  onEvent: toBoth(one.onEvent, other.onEvent),
  onRequest: toBoth(one.onRequest, other.onRequest),
  within: (step, work) => one.within(step, () => other.within(step, work)),
  end: async (exitCode) => {
    const problems = await Promise.all([one.end(exitCode), other.end(exitCode)]);
    return problems.filter((problem) => problem !== undefined).join('; ') || undefined;
  },
});
