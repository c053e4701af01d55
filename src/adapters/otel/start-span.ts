import type {Attributes, Context, Span, SpanOptions} from '@opentelemetry/api';

/** Starts a span under the parent in the context; it has to be ended by the caller. */
export type StartSpan = (name: string, under: Context, options: SpanOptions, attributes: Attributes) => Span;
