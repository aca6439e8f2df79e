export const TEXTS = {
  title: "Modules",
  description:
    "Ce que chaque équipe a publié, et ce qui est en service. Une décision vaut aussitôt pour les pages que l’on ouvre\u202f; celles qui sont ouvertes proposent de s’actualiser.",
  loadFailed: "Impossible de charger les modules",
  empty: "Aucun module n’est publié",
  columns: {
    module: "Module",
    live: "En service",
    canary: "À l’essai",
    failures: "Pannes (24\u00a0h)",
    builds: "Builds",
    actions: "Actions",
  },
  none: "–",
  since: "depuis le",
  start: "avec l’application",
  retired: "Retiré",
  promote: "Mettre en service…",
  rollback: "Revenir en arrière…",
  trial: "Mettre à l’essai…",
  history: "Historique",
  health: "Pannes",
  failuresOf: (failures: number, loads: number) =>
    `${failures.toLocaleString("fr")} sur ${loads.toLocaleString("fr")}`,
  of: (action: string, remote: string) => `${action.replace("…", "")}\u00a0: ${remote}`,
  promoteTitle: (remote: string) => `Mettre en service un build de ${remote}`,
  promoteHint: "Tous les utilisateurs le reçoivent avec la prochaine page qu’ils ouvrent.",
  promoteSubmit: "Mettre en service",
  promoted: "Build mis en service",
  rollbackTitle: (remote: string) => `Revenir en arrière – ${remote}`,
  rollbackHint: (from: string) =>
    `Le build ${from} est quitté\u202f; il ne revient qu’avec une raison. Si quelqu’un l’a déjà fait, rien ne change et vous en êtes averti.`,
  rollbackSubmit: "Revenir en arrière",
  rolledBack: "Le build d’avant est de nouveau en service",
  trialGoesOn: (build: string) => `L’essai du build ${build} continue.`,
  build: "Build",
  target: "Revenir au build",
  buildOf: (build: string, day: string, state: string) => `${build} – ${day}, ${state}`,
  states: {
    published: "publié",
    live: "a été en service",
    withdrawn: "quitté après un incident",
    failed: "retiré automatiquement",
  },
  reason: "Raison",
  reasonHint: "Gardée dans l’historique et dans le journal de la console.",
  reasonMissing: "Dites pourquoi.",
  failed: "Impossible d’enregistrer la décision",
  historyTitle: (remote: string) => `Historique – ${remote}`,
  historyFailed: "Impossible de charger l’historique",
  historyEmpty: "Rien n’a encore été décidé",
  historyColumns: {
    at: "Date",
    who: "Par",
    what: "Décision",
    build: "Build",
    notes: "Précisions",
    reason: "Raison",
  },
  force: "Mettre en service malgré les pannes",
  forceHint: "Bobine ne le retirera plus automatiquement.",
  automatic:
    "Bobine a retiré ce build parce qu’il échouait chez ses utilisateurs. Il ne revient que si vous le forcez, avec une raison.",
  forceMissing: "Confirmez que ce build doit revenir.",
  healthTitle: (remote: string) => `Pannes des dernières 24\u00a0heures – ${remote}`,
  healthHint:
    "Chaque page compte une fois. Un build mis en service depuis moins d’une heure qui échoue trop souvent est retiré automatiquement.",
  healthEmpty: "Aucune page n’a chargé ce module depuis 24\u00a0heures",
  healthColumns: {
    build: "Build",
    loads: "Chargements",
    load: "Au chargement",
    chunk: "En cours de route",
    render: "À l’affichage",
    outside: "Réseau ou serveur",
    replay: "Page",
  },
  replay: "Rejouer",
  close: "Fermer",
} as const;

/** A build for some users first. */
export const TRIAL = {
  title: (remote: string) => `Mettre à l’essai un build de ${remote}`,
  hint: "Ces utilisateurs le reçoivent avec la prochaine page qu’ils ouvrent, les autres gardent le build en service. Un essai en cours est remplacé.",
  placesHint:
    "Le menu et les adresses restent ceux du build en service\u00a0: un écran ajouté, renommé ou retiré attend la mise en service.",
  submit: "Mettre à l’essai",
  done: "Build mis à l’essai",
  doneForNobody: "L’essai est à 0\u00a0%\u00a0: personne ne reçoit ce build",
  share: "Part des utilisateurs (%)",
  shareHint:
    "Une part plus grande garde ceux qui l’avaient déjà. Vide\u00a0: les seuls distributeurs choisis.",
  shareWrong: "Saisissez un nombre de 0 à 100.",
  nobody: "Dites pour quelle part des utilisateurs, ou pour quels distributeurs.",
  distributors: "Distributeurs",
  addDistributor: "Ajouter un distributeur",
  noDistributor: "Aucun distributeur trouvé",
  distributorsFailed: "Impossible de charger la liste des distributeurs",
  distributor: (id: number) => `Distributeur ${id}`,
  removeDistributor: (name: string) => `Retirer ${name} de l’essai`,
} as const;

/** What is taken from the pages. */
export const ENDINGS = {
  "end-canary": {
    action: "Terminer l’essai…",
    title: (remote: string) => `Terminer l’essai – ${remote}`,
    hint: (build: string) =>
      `Le build ${build} n’est plus donné\u202f: tous les utilisateurs reçoivent le build en service avec la prochaine page qu’ils ouvrent.`,
    submit: "Terminer l’essai",
    done: "Essai terminé",
  },
  retire: {
    action: "Retirer…",
    title: (remote: string) => `Retirer ${remote}`,
    hint: () =>
      "Plus aucune page ne reçoit ce module\u00a0: ses écrans et ses entrées de menu disparaissent, et ses adresses sont libres pour un autre module. Il revient quand un de ses builds est mis en service.",
    submit: "Retirer",
    done: "Module retiré",
  },
  "retire-console": {
    action: "Retirer…",
    title: (remote: string) => `Retirer ${remote}`,
    hint: () =>
      "Plus aucune page ne reçoit ce module\u00a0: ses écrans et ses entrées de menu disparaissent, cette console comprise, et ses adresses sont libres pour un autre module. Seule une commande remet alors la console en service.",
    submit: "Retirer",
    done: "Module retiré",
  },
  "retire-host": {
    action: "Rendre aux serveurs…",
    title: () => "Rendre l’application aux serveurs",
    hint: () =>
      "Chaque serveur donne de nouveau l’application qui est sur son disque, sauf si elle a été quittée après un incident\u202f; un essai en cours prend fin.",
    submit: "Rendre aux serveurs",
    done: "L’application suit de nouveau les serveurs",
  },
} as const;

export const TOKENS = {
  title: "Jetons d’équipe",
  description:
    "Avec un jeton, une équipe publie les builds de ses modules depuis son propre dépôt (commande bobine-remote).",
  loadFailed: "Impossible de charger les jetons",
  empty: "Aucun jeton n’est valable",
  columns: {
    team: "Équipe",
    remotes: "Modules",
    rights: "Droits",
    used: "Dernière utilisation",
    actions: "Actions",
  },
  made: (who: string) => `créé par ${who}`,
  never: "jamais",
  create: "Nouveau jeton",
  createTitle: "Nouveau jeton d’équipe",
  createSubmit: "Créer le jeton",
  failed: "Impossible de créer le jeton",
  team: "Équipe",
  teamMissing: "Saisissez le nom de l’équipe.",
  remotes: "Modules",
  remotesHint: "Séparés par des virgules, par exemple mfe-planning, mfe-affiches.",
  remotesMissing: "Saisissez au moins un module.",
  rights: "Droits",
  rightsMissing: "Choisissez au moins un droit.",
  shownTitle: "Jeton créé",
  shown: "Copiez-le maintenant\u00a0: il n’est affiché qu’une fois, et n’est enregistré nulle part.",
  token: "Jeton",
  done: "J’ai copié le jeton",
  revokeOf: (team: string) => `Révoquer le jeton\u00a0: ${team}`,
  revokeTitle: "Révoquer ce jeton\u202f?",
  revokeHint: (team: string, remotes: string) =>
    `${team} ne pourra plus rien publier ni décider pour ${remotes} avec ce jeton, dès maintenant.`,
  revoked: "Jeton révoqué",
  revokeFailed: "Impossible de révoquer le jeton",
} as const;

/** Of a token, and of a key. */
export const REVOKE = "Révoquer";

export const KEYS = {
  title: "Clés de signature",
  description:
    "Une équipe qui a une clé signe ses builds\u00a0: les pages ne reçoivent que ceux qu’elle a signés, même si quelqu’un d’autre en dépose.",
  loadFailed: "Impossible de charger les clés",
  empty: "Aucune clé n’est enregistrée",
  columns: { team: "Équipe", remotes: "Modules", fingerprint: "Empreinte" },
  made: (who: string) => `enregistrée par ${who}`,
  create: "Nouvelle clé",
  createTitle: "Nouvelle clé de signature",
  createSubmit: "Enregistrer la clé",
  failed: "Impossible d’enregistrer la clé",
  key: "Clé publique",
  keyHint: "Clé Ed25519 au format PEM, celle de «\u00a0openssl pkey -pubout\u00a0». Jamais la clé privée.",
  keyMissing: "Saisissez la clé publique de l’équipe.",
  revokeOf: (team: string, fingerprint: string) => `Révoquer la clé\u00a0: ${team} ${fingerprint}`,
  revokeTitle: "Révoquer cette clé\u202f?",
  revokeHint: (team: string, remotes: string) =>
    `Si l’équipe a une autre clé, les builds de ${remotes} que cette clé de ${team} est seule à avoir signés ne sont plus servis, dès maintenant. Sinon, plus aucune signature n’est demandée\u00a0: tous les builds sont servis, signés ou non. Si la clé a été volée, enregistrez d’abord la nouvelle.`,
  revoked: "Clé révoquée",
  revokeFailed: "Impossible de révoquer la clé",
} as const;
