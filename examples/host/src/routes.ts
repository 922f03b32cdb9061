/** The service over HTTP. */
import { Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { AppError } from 'osy/runtime';
import type { App, Reservation, ReservationFlow, Unit } from '../build/Tables.ts';

type EventName = keyof ReservationFlow['raise'];

/** @param changed called after every commit: something may be due now */
export function routes(app: App, changed: () => void): Hono {
  const { reservationFlow: flow, functions } = app;
  const http = new Hono();

  const transact = <T>(work: (unit: Unit) => T): T => {
    const result = app.transact(work);
    changed();
    return result;
  };

  http.post('/reservations', async (c) => {
    const body: unknown = await c.req.json().catch(() => undefined);
    if (!isRequest(body)) return c.json({ error: 'a reservation is { guest, seats, holdSeconds? }' }, 400);
    const reservation = transact((unit) => functions.reserve(unit, body.guest, body.seats, body.holdSeconds));
    return c.json(shown(reservation), 201, { Location: `/reservations/${reservation.id}` });
  });

  http.get('/reservations', (c) => c.json(app.transact((unit) => unit.rows.reservation.all().map(shown))));

  http.get('/reservations/:id', (c) => {
    const found = app.transact((unit) => unit.rows.reservation.find(c.req.param('id')));
    return found === null ? c.notFound() : c.json(shown(found));
  });

  http.post('/reservations/:id/:event', (c) => {
    const event = c.req.param('event');
    if (!isEvent(event)) return c.notFound();
    const raised = transact((unit) => {
      const reservation = unit.rows.reservation.find(c.req.param('id'));
      if (reservation === null) return null;
      return { outcome: flow.raise[event](unit, reservation), reservation };
    });
    return raised === null ? c.notFound() : c.json({ outcome: raised.outcome, ...shown(raised.reservation) });
  });

  http.onError((error, c) => {
    if (!(error instanceof AppError)) throw error;
    const { message, type, code } = error;
    return c.json({ error: message, type, ...(code === undefined ? {} : { code }) }, statusOf(type));
  });

  const events: ReadonlySet<string> = new Set<EventName>(['confirm', 'arrive', 'cancel']);
  const isEvent = (name: string): name is EventName => events.has(name);

  const shown = (reservation: Reservation) => {
    const run = flow.runs(reservation).at(-1);
    return {
      id: reservation.id,
      guest: reservation.guest,
      seats: reservation.seats,
      state: run?.state ?? reservation.status,
      message: run?.message ?? null,
      confirmedAt: reservation.confirmedAt,
      next: run?.timers[0] ?? null,
    };
  };

  return http;
}

interface ReservationRequest {
  readonly guest: string;
  readonly seats: number;
  readonly holdSeconds?: number;
}

function isRequest(body: unknown): body is ReservationRequest {
  if (typeof body !== 'object' || body === null) return false;
  const { guest, seats, holdSeconds } = body as Readonly<Record<string, unknown>>;
  const whole = (value: unknown): boolean => Number.isSafeInteger(value) && Math.abs(value as number) < 2 ** 31;
  return typeof guest === 'string' && whole(seats) && (holdSeconds === undefined || whole(holdSeconds));
}

/** How what the app throws is said in HTTP. */
function statusOf(type: string): ContentfulStatusCode {
  switch (type) {
    case 'ValidationException':
      return 422;
    case 'NotAuthorized':
      return 403;
    case 'WorkflowException':
    case 'RequirementsNotMet':
    case 'ConflictException':
      return 409;
    default:
      return 500;
  }
}
