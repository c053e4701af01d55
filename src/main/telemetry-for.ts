import type {Environment} from '../app/deps.ts';
import type {Redactor} from '../core/secret/redactor.ts';
import type {Clock} from '../ports/clock.ts';
import type {Telemetry} from '../ports/telemetry.ts';

type Surroundings = {readonly version: string; readonly redactor: Redactor; readonly clock: Clock};

/** Opens OpenTelemetry if the environment asks for it; returns undefined, and loads nothing, if it does not. */
export async function telemetryFor(
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
