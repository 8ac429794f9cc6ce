/** The mark of the app, as in `public/logo.svg`; the word beside it is its name. */
export function Logo() {
  return <img src="/logo.svg" alt="" width={28} height={28} />;
}
