/* Who I am: sign in, make an account, change it, leave. */
import { useSignal } from "@preact/signals";
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useId } from "preact/hooks";
import { type Account, whyNot } from "../api";
import { games, nameOf } from "../games";
import { Empty } from "../online/empty";
import { change, changePassword, deleteAccount, endVacation, goOnVacation, isKnown, me, meet, signIn, signOut, signUp } from "../online/me";
import { dayText } from "../online/time";
import { t } from "../words";
import { forget, type SavedGame, savedGames } from "../saved";
import { Header } from "./header";
import { Row } from "./lobby";

const NAME_MAX = 24;
const PASSWORD_MIN = 8;

interface FieldProps {
  name: string;
  label: string;
  type?: "text" | "password" | "email";
  autocomplete: string;
  value?: string;
  isOptional?: boolean;
  hint?: string;
}

const Field = ({ name, label, type = "text", autocomplete, value, isOptional, hint }: FieldProps): JSX.Element => {
  const isLong = useSignal(false);
  const id = useId();
  return (
    <label class="stack">
      <span>
        {label} {isOptional && <small class="quiet">{t("web.online.optional")}</small>}
      </span>
      <input
        class="field"
        name={name}
        type={type}
        autocomplete={autocomplete}
        defaultValue={value}
        required={!isOptional}
        aria-invalid={isLong.value}
        aria-describedby={isLong.value ? `${id}-long` : undefined}
        onInput={(event) => (isLong.value = name === "name" && [...event.currentTarget.value].length > NAME_MAX)}
      />
      {isLong.value && (
        <small class="wrong" role="alert" id={`${id}-long`}>
          {t("error.name-length")}
        </small>
      )}
      {hint && <small class="quiet">{hint}</small>}
    </label>
  );
};

/* A form that says what went wrong, or that it is done. */
const Form = (props: {
  title: string;
  button: string;
  isDanger?: boolean;
  done?: string;
  onSend: (fields: Record<string, string>) => Promise<void>;
  children: ComponentChildren;
}): JSX.Element => {
  const why = useSignal<string | null>(null);
  const isBusy = useSignal(false);
  const isDone = useSignal(false);
  const send = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    isBusy.value = true;
    isDone.value = false;
    why.value = null;
    try {
      await props.onSend(Object.fromEntries(new FormData(form)) as Record<string, string>);
      isDone.value = true;
      for (const field of form.querySelectorAll<HTMLInputElement>("input[type=password]")) field.value = "";
    } catch (error) {
      why.value = whyNot(error);
    }
    isBusy.value = false;
  };
  return (
    <form class="box" onSubmit={(event) => void send(event)}>
      <header>
        <h2>{props.title}</h2>
      </header>
      <div class="box-body">
        {props.children}
        <p class="row end">
          {why.value && (
            <span class="wrong grow" role="alert">
              {why.value}
            </span>
          )}
          {isDone.value && props.done && (
            <span class="done grow" role="status">
              {props.done}
            </span>
          )}
          <button type="submit" class={`btn ${props.isDanger ? "danger" : "teal"}`} disabled={isBusy.value}>
            {props.button}
          </button>
        </p>
      </div>
    </form>
  );
};

/* ---- Nobody yet, or a guest ---------------------------------------------------------------------------------------------- */

const SignUp = (): JSX.Element => (
  <Form title={t("web.online.sign-up")} button={t("web.online.sign-up-do")} onSend={({ name, password, email }) => signUp(name!, password!, email!)}>
    <p class="small quiet">{t("web.online.sign-up-how")}</p>
    <Field name="name" label={t("web.online.name")} autocomplete="username" />
    <Field
      name="password"
      label={t("web.online.password")}
      type="password"
      autocomplete="new-password"
      hint={t("web.online.password-how", { n: PASSWORD_MIN })}
    />
    <Field name="email" label={t("web.online.email")} type="email" autocomplete="email" isOptional hint={t("web.online.email-how")} />
  </Form>
);

const SignIn = (): JSX.Element => (
  <Form title={t("web.online.sign-in")} button={t("web.online.sign-in")} onSend={({ name, password }) => signIn(name!, password!)}>
    {me.value && <p class="small quiet">{t("web.online.sign-in-how", { name: me.value.name })}</p>}
    <Field name="name" label={t("web.online.name")} autocomplete="username" />
    <Field name="password" label={t("web.online.password")} type="password" autocomplete="current-password" />
  </Form>
);

/* ---- Somebody ------------------------------------------------------------------------------------------------------------- */

const Ratings = ({ account }: { account: Account }): JSX.Element => (
  <section class="box" aria-labelledby="ratings">
    <header>
      <h2 id="ratings">{t("web.online.ratings")}</h2>
    </header>
    <div class="box-body">
      {Object.keys(account.ratings).length === 0 ? (
        <p class="quiet small">{t("web.online.no-ratings")}</p>
      ) : (
        <table class="ratings">
          <thead>
            <tr>
              <th>{t("web.game")}</th>
              <th>{t("web.online.rating")}</th>
              <th>{t("web.online.rated-games")}</th>
            </tr>
          </thead>
          <tbody>
            {games().map(({ name }) => {
              const rating = account.ratings[name];
              return rating ? (
                <tr key={name}>
                  <td>{nameOf(name)}</td>
                  <td class="num">
                    {rating.rating} <small class="quiet">± {2 * rating.deviation}</small>
                  </td>
                  <td class="num">{rating.games}</td>
                </tr>
              ) : null;
            })}
          </tbody>
        </table>
      )}
    </div>
  </section>
);

const Leaving = ({ isGuest }: { isGuest: boolean }): JSX.Element => {
  const why = useSignal<string | null>(null);
  const leave = (everywhere: boolean): void =>
    void signOut(everywhere).catch((error: unknown) => (why.value = whyNot(error)));
  return (
    <section class="box" aria-labelledby="leaving">
      <header>
        <h2 id="leaving">{t("web.online.sign-out")}</h2>
      </header>
      <div class="box-body">
        {isGuest && <p class="small quiet">{t("web.online.sign-out-guest")}</p>}
        <p class="row wrap">
          <button type="button" class="btn" onClick={() => leave(false)}>
            {t("web.online.sign-out")}
          </button>
          {!isGuest && (
            <button type="button" class="btn" onClick={() => leave(true)}>
              {t("web.online.sign-out-all")}
            </button>
          )}
        </p>
        {why.value && (
          <p class="wrong" role="alert">
            {why.value}
          </p>
        )}
      </div>
    </section>
  );
};

const Delete = ({ isGuest }: { isGuest: boolean }): JSX.Element => (
  <Form title={t("web.online.delete")} button={t("web.online.delete-do")} isDanger onSend={({ password }) => deleteAccount(password ?? "")}>
    <p class="small quiet">{t("web.online.delete-how")}</p>
    {!isGuest && <Field name="password" label={t("web.online.password")} type="password" autocomplete="current-password" />}
    <label class="row">
      <input type="checkbox" name="sure" required /> {t("web.online.delete-sure")}
    </label>
  </Form>
);

/* ---- Vacation ------------------------------------------------------------------------------------------------------------- */

const Vacation = ({ vacation }: { vacation: NonNullable<Account["vacation"]> }): JSX.Element =>
  vacation.until ? (
    <Form title={t("web.online.vacation")} button={t("web.online.vacation-back")} onSend={endVacation}>
      <p class="small">{t("web.online.vacation-on", { day: dayText(vacation.until) })}</p>
    </Form>
  ) : (
    <Form title={t("web.online.vacation")} button={t("web.online.vacation-go")} onSend={({ days }) => goOnVacation(Number(days))}>
      <p class="small quiet">{t("web.online.vacation-how", { n: vacation.left })}</p>
      <label class="stack">
        <span>{t("web.online.vacation-days")}</span>
        <input class="field" name="days" type="number" min={1} max={vacation.left} defaultValue={String(Math.min(7, vacation.left))} required />
      </label>
    </Form>
  );

/* ---- Games against bots, which this browser keeps -------------------------------------------------------------------------- */

const KeptGames = (): JSX.Element | null => {
  const saved = useSignal(savedGames());
  const over = saved.value.filter((game) => game.isOver);
  const remove = (games: SavedGame[]): void => {
    for (const game of games) forget(game.id);
    saved.value = savedGames();
  };
  if (!saved.value.length) return null;
  return (
    <section class="box account-games" aria-labelledby="kept-games">
      <header>
        <h2 id="kept-games">{t("web.online.kept-games")}</h2>
        {over.length > 1 && (
          <button type="button" class="btn plain" onClick={() => remove(over)}>
            {t("web.online.forget-over", { n: over.length })}
          </button>
        )}
      </header>
      <ul class="trows">
        {saved.value.map((game) => (
          <Row key={game.id} game={game} onForget={() => remove([game])} />
        ))}
      </ul>
    </section>
  );
};

const Changes = ({ account }: { account: Account }): JSX.Element => (
  <>
    <Form title={t("web.online.name")} button={t("web.online.save")} done={t("web.online.saved")} onSend={({ name }) => change({ name: name! })}>
      <Field key={account.name} name="name" label={t("web.online.new-name")} autocomplete="username" value={account.name} />
    </Form>
    <Form
      title={t("web.online.email")}
      button={t("web.online.save")}
      done={t("web.online.saved")}
      onSend={({ email }) => change({ email: email || null })}
    >
      <Field
        name="email"
        label={t("web.online.email")}
        type="email"
        autocomplete="email"
        value={account.email ?? ""}
        isOptional
        hint={t("web.online.email-how")}
      />
    </Form>
    <Form
      title={t("web.online.password")}
      button={t("web.online.change")}
      done={t("web.online.password-changed")}
      onSend={({ old, fresh }) => changePassword(old!, fresh!)}
    >
      <Field name="old" label={t("web.online.old-password")} type="password" autocomplete="current-password" />
      <Field
        name="fresh"
        label={t("web.online.new-password")}
        type="password"
        autocomplete="new-password"
        hint={t("web.online.password-how", { n: PASSWORD_MIN })}
      />
    </Form>
  </>
);

const Content = (): JSX.Element => {
  const account = me.value;
  if (!isKnown.value)
    return (
      <Empty title={t("web.online.offline")} more={t("web.online.offline-how")}>
        <button type="button" class="btn teal" onClick={() => void meet()}>
          {t("web.online.try-now")}
        </button>
      </Empty>
    );
  const isPerson = account !== null && account.kind !== "guest";
  return (
    <div class="account-cols">
      {isPerson ? (
        <>
          <Changes account={account} />
          <Ratings account={account} />
          {account.vacation && <Vacation vacation={account.vacation} />}
        </>
      ) : (
        <>
          <SignUp />
          <SignIn />
        </>
      )}
      <KeptGames />
      {account && <Leaving isGuest={!isPerson} />}
      {account && <Delete isGuest={!isPerson} />}
    </div>
  );
};

export const AccountPage = (): JSX.Element => {
  const account = me.value;
  useEffect(() => void (document.title = `Arkád – ${t("web.online.account")}`), []);
  return (
    <div class="lobby account">
      <Header page="account" />
      <main>
        <h1>{account ? account.name : t("web.online.account")}</h1>
        <p class="quiet">{t(!account ? "web.online.you-are-nobody" : account.kind === "guest" ? "web.online.you-are-guest" : "web.online.you-are-person")}</p>
        <Content />
      </main>
    </div>
  );
};
