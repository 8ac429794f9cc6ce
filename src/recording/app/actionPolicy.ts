import { addListener, type UnknownAction } from '@reduxjs/toolkit';
import { FLUSH, PAUSE, PERSIST, PURGE, REGISTER } from 'redux-persist';
import { api } from '../../api/api';
import { fileProgressed } from '../../api/client/readStream';

const { internalActions } = api;

/** Actions that are not recorded: they carry functions, or ask a middleware of a library for something. */
const NOT_RECORDED: ReadonlySet<string> = new Set([
  ...[FLUSH, PAUSE, PERSIST, PURGE, REGISTER],
  internalActions.internal_getRTKQSubscriptions.type,
  addListener.type,
  internalActions.middlewareRegistered.type,
  internalActions.subscriptionsUpdated.type,
]);

export const isNotRecorded = ({ type }: UnknownAction): boolean => NOT_RECORDED.has(type);

/** Actions that a timer of RTK Query's cache or the progress of a download dispatches, and nobody at the screen. */
const FROM_TIMERS: ReadonlySet<string> = new Set([internalActions.removeQueryResult.type, fileProgressed.type]);

export const isFromTimer = ({ type }: UnknownAction): boolean => FROM_TIMERS.has(type);
