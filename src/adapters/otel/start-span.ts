import type {Attributes, Context, Span, SpanOptions} from '@opentelemetry/api';

/** Starts a span under the parent in the context. The caller must end it. */
export type StartSpan = (name: string, under: Context, options: SpanOptions, attributes: Attributes) => Span;
